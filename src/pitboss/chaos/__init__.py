"""The chaos dealer: tables played straight and tables played badly, every step checked."""

/** The text face: Inter, its Latin letters alone, shipped with the pages. */
import url from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

/** So long the first page waits for it; what comes later is not used, for text would move. */
const WAIT_MS = 400;

export async function faceReady(): Promise<void> {
  const face = new FontFace("Inter", `url(${url})`, { weight: "100 900" });
  const late = new Promise<null>((done) => setTimeout(() => done(null), WAIT_MS));
  const found = await Promise.race([face.load().catch(() => null), late]);
  if (found !== null) document.fonts.add(found);
}

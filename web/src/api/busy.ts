/** A request for which the server was too busy: nothing was done, and it says how long to wait. */

const TOO_MANY = 429;
const CODE = "too-many";
const TRIES = 3;
/** Whoever has to wait longer than this is told so instead. */
const LONGEST_MS = 5_000;

/** How long the server asks to wait; nothing where that is no answer to wait after. */
async function asked(response: Response): Promise<number | null> {
  const said = response.headers.get("retry-after");
  if (response.status !== TOO_MANY || said === null) return null;
  const waits = Number(said) * 1_000;
  if (!(waits >= 0 && waits <= LONGEST_MS)) return null;
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  return problem?.code === CODE ? waits : null;
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      done();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Send it, and where the server is too busy send it again after the time that it asks for. */
export async function patiently(
  send: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  for (let tried = 1; ; tried++) {
    const response = await send();
    const waits = tried < TRIES ? await asked(response) : null;
    if (waits === null) return response;
    await waited(waits, signal);
  }
}

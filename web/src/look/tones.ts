/** The quiet sounds of a table, made where they are heard: no file is fetched. */
export type Tone = "card" | "chips" | "bell";

/** The loudest that any of them is; full scale is 1. */
export const LOUDEST = 0.06;

const CARD_S = 0.07;
const CHIP_S = 0.03;
const CHIPS_HZ = [3200, 4100];
const CHIPS_APART_S = 0.045;
const BELL_S = 0.6;
const BELL_HZ = [1046, 2093];
const SILENCE = 0.0001;

/** A gain that begins at once and dies away. */
function fading(context: BaseAudioContext, at: number, seconds: number, peak: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(peak, at);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + seconds);
  gain.connect(context.destination);
  return gain;
}

function note(context: BaseAudioContext, hertz: number, at: number, seconds: number): void {
  const source = context.createOscillator();
  source.frequency.value = hertz;
  source.connect(fading(context, at, seconds, LOUDEST / 2));
  source.start(at);
  source.stop(at + seconds);
}

/** Paper on cloth: a breath of noise. */
function card(context: BaseAudioContext, at: number): void {
  const length = Math.ceil(context.sampleRate * CARD_S);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < length; place++) samples[place] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 2400;
  source.connect(band);
  band.connect(fading(context, at, CARD_S, LOUDEST));
  source.start(at);
}

/** Sound one of them. */
export function sound(tone: Tone, context: BaseAudioContext): void {
  const now = context.currentTime;
  if (tone === "card") card(context, now);
  else if (tone === "chips")
    CHIPS_HZ.forEach((hertz, place) => note(context, hertz, now + place * CHIPS_APART_S, CHIP_S));
  else BELL_HZ.forEach((hertz) => note(context, hertz, now, BELL_S));
}

// Synthesises the sounds of the page, if the player wants them: dice on a table, and a pen.
import { settings } from '$src/state/settings.svelte';

let audio: AudioContext | null = null;

function burst(at: number, length: number, pitch: number, loudness: number): void {
  if (!audio) return;
  const samples = Math.round(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; ++i) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.5 });
  const gain = new GainNode(audio, { gain: loudness });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

export function playSound(name: 'dice' | 'pen'): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (name === 'pen') burst(0, 0.09, 3200, 0.25);
  else for (const at of [0, 0.07, 0.13, 0.2, 0.31]) burst(at, 0.06, 900 + 900 * Math.random(), 0.5);
}

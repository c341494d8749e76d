import { wavBytes } from "../fixtures/wav";
import { namedFile } from "./generated-files";

/** The titles of an album, in its order. */
export const ALBUM = [
  "Low Tide",
  "Night Ferry",
  "7 Rings",
  "Harbour Lights",
  "Slack Water",
  "1999",
  "The Long Pier",
  "Undertow",
  "Salt and Rust",
  "Lighthouse (Live)",
  "High Tide",
  "Home Port",
];

/**
 * The twelve files of {@link ALBUM}, as artists name them, each of a sound of its own; from the last
 * to the first.
 */
export function albumFiles(artistName: string) {
  return ALBUM.map((title, index) => {
    const number = index + 1;
    const names = [
      `${number}. ${title}.wav`,
      `${number} - ${artistName} - ${title}.wav`,
      `${number}_${title.replaceAll(" ", "_")}.WAV`,
    ];
    const bytes = () => wavBytes({ seconds: 0.2, bits: 16, sampleRate: 8_000, seed: number });
    return namedFile(names[index % names.length] ?? "", bytes);
  }).reverse();
}

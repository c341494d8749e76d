import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavBytes } from "../fixtures/wav";
import { type GeneratedFile, sha256 } from "./generated-files";

/** A WAV on disk that belongs to one test, which may write another in its place. */
interface OwnFile extends GeneratedFile {
  /** Puts other sound of the same size into the same file. */
  change: () => GeneratedFile;
}

/** Writes a WAV of exactly `size` bytes for one test. */
export function writeTestWav(name: string, size: number): OwnFile {
  const folder = mkdtempSync(join(tmpdir(), "own-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const write = (seed: number): GeneratedFile => {
    const bytes = wavBytes({ totalBytes: size, seed });
    writeFileSync(path, bytes);
    return { path, name, size, sha256: sha256(bytes) };
  };
  return { ...write(11), change: () => write(12) };
}

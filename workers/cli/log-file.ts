import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { type LogLine, readLogLine } from "./log-line";

/** A file of 8 MB holds some 40,000 lines; four of them are kept. */
const FILE_BYTES = 8_000_000;
const FILES = 4;

const logFile = (stateDir: string, age: number) =>
  join(stateDir, "logs", age === 0 ? "portal.jsonl" : `portal.${age}.jsonl`);

const fileSize = (file: string) => (existsSync(file) ? statSync(file).size : 0);

/** Creates a function that appends log lines to files beside the state of a local run, at most 32 MB. */
export function createLogWriter(stateDir: string, fileBytes = FILE_BYTES): (line: string) => void {
  const current = logFile(stateDir, 0);
  mkdirSync(join(stateDir, "logs"), { recursive: true });
  let size = fileSize(current);
  return (line) => {
    const bytes = Buffer.byteLength(line) + 1;
    try {
      if (size > 0 && size + bytes > fileBytes) {
        for (let age = FILES - 2; age >= 0; age--)
          if (existsSync(logFile(stateDir, age)))
            renameSync(logFile(stateDir, age), logFile(stateDir, age + 1));
        size = 0;
      }
      appendFileSync(current, `${line}\n`);
      size += bytes;
    } catch {
      // A full disk or a deleted folder must not stop the portal.
    }
  };
}

/** Reads all stored lines of a local run, the oldest first. */
export function readLogLines(stateDir: string): LogLine[] {
  const ages = Array.from({ length: FILES }, (_, age) => FILES - 1 - age);
  return ages
    .map((age) => logFile(stateDir, age))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .flatMap((line) => readLogLine(line) ?? []);
}

function readFrom(file: string, from: number): string {
  const bytes = Buffer.alloc(fileSize(file) - from);
  const descriptor = openSync(file, "r");
  const position = readSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
  return bytes.subarray(0, position).toString();
}

/**
 * Follows new lines until the command ends.
 * @param onLines is called with some lines at once.
 */
export function followLog(stateDir: string, onLines: (lines: LogLine[]) => void): void {
  const current = logFile(stateDir, 0);
  let position = fileSize(current);
  setInterval(() => {
    const size = fileSize(current);
    // The file was rotated.
    if (size < position) position = 0;
    if (size === position) return;
    const text = readFrom(current, position);
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    position += Buffer.byteLength(whole);
    onLines(whole.split("\n").flatMap((line) => readLogLine(line) ?? []));
  }, 500);
}

import { mp3Bytes } from "../fixtures/mp3";
import { joinJpeg, jpegParts } from "../fixtures/small-jpeg";
import { wavBytes } from "../fixtures/wav";
import { coverBytes, songBytes } from "./drafts";

/** A file that every upload must refuse, with the texts of both routes. */
interface BadFile {
  what: string;
  kind: "track" | "artwork";
  fileName: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  status: number;
  text: string;
}

const WRONG_TYPE = "Invalid file type. Expected: WAV file...";
const NOT_JPEG = "Please select a valid JPEG or JPG file";
const EMPTY = "The selected file is empty. Choose another file.";

const png = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0],
]);
const text = new TextEncoder().encode("These are only notes about a song.");

function track(what: string, fields: Omit<BadFile, "what" | "kind" | "type">): BadFile {
  return { what, kind: "track", type: "audio/wav", ...fields };
}
function artwork(what: string, fields: Omit<BadFile, "what" | "kind" | "type">): BadFile {
  return { what, kind: "artwork", type: "image/jpeg", ...fields };
}

export const badFiles: BadFile[] = [
  {
    ...track("a text file", { fileName: "notes.txt", bytes: text, status: 415, text: WRONG_TYPE }),
    type: "text/plain",
  },
  track("an empty WAV", {
    fileName: "empty.wav",
    bytes: new Uint8Array(0),
    status: 400,
    text: EMPTY,
  }),
  track("a WAV of two bytes", {
    fileName: "stub.wav",
    bytes: songBytes.slice(0, 2),
    status: 415,
    text: `${WRONG_TYPE} This file is named .wav but isn't WAV audio.`,
  }),
  track("an MP3 named .wav", {
    fileName: "song.wav",
    bytes: mp3Bytes({ frames: 40, id3: true }),
    status: 415,
    text: `${WRONG_TYPE} This file is named .wav but holds MP3 audio.`,
  }),
  track("a WAV that is cut short", {
    fileName: "cut.wav",
    bytes: songBytes.slice(0, songBytes.length - 9_000),
    status: 415,
    text: "This WAV file is cut short: its header says there should be more audio than there is.",
  }),
  track("a WAV of several parts that is cut short", {
    fileName: "cut-long.wav",
    bytes: wavBytes({ totalBytes: 6 * 1024 * 1024, statedDataBytes: 50_000_000 }),
    status: 415,
    text: "This WAV file is cut short: its header says there should be more audio than there is.",
  }),
  track("a WAV that holds no audio", {
    fileName: "silence.wav",
    bytes: wavBytes({ seconds: 0 }),
    status: 415,
    text: "There's no audio in this WAV file.",
  }),
  track("a WAV of one sample a second", {
    fileName: "slow.wav",
    bytes: wavBytes({ bytes: 61, sampleRate: 1, bits: 8, channels: 1 }),
    status: 415,
    text: "This WAV file says its sample rate is below 1 kHz or above 768 kHz",
  }),
  artwork("an empty JPEG", {
    fileName: "empty.jpg",
    bytes: new Uint8Array(0),
    status: 400,
    text: EMPTY,
  }),
  {
    ...artwork("a PNG", { fileName: "cover.png", bytes: png, status: 415, text: NOT_JPEG }),
    type: "image/png",
  },
  artwork("a PNG named .jpg", {
    fileName: "cover.jpg",
    bytes: png,
    status: 415,
    text: `${NOT_JPEG}. This one is a PNG image.`,
  }),
  artwork("a JPEG that is cut short", {
    fileName: "cut.jpg",
    bytes: coverBytes.slice(0, 200),
    status: 415,
    text: NOT_JPEG,
  }),
  artwork("a JPEG without a scan", {
    fileName: "empty.jpg",
    bytes: Uint8Array.from(joinJpeg({ ...jpegParts(), scans: [] })),
    status: 415,
    text: `${NOT_JPEG}. This one is damaged`,
  }),
  artwork("a JPEG of five components", {
    fileName: "odd.jpg",
    bytes: Uint8Array.from(joinJpeg(jpegParts({ components: 5 }))),
    status: 415,
    text: `${NOT_JPEG}. This one is a rare kind`,
  }),
  artwork("a WAV in the place of the artwork", {
    fileName: "song.jpeg",
    bytes: songBytes,
    status: 415,
    text: `${NOT_JPEG}. This one is WAV audio.`,
  }),
];

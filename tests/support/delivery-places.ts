import type { DeliveryPlace } from "~/domain/delivery/delivery-place";
import { s3Place } from "~/integrations/delivery/s3-place.server";
import { sftpPlace } from "~/integrations/delivery/sftp-place.server";
import type { Fetcher } from "~/platform/http-client";
import { startS3Server } from "./s3-server";
import { startSftpServer } from "./sftp-server";

/** Larger files go in parts of this size: the smallest that S3 takes. */
const PART_BYTES = 5 * 1024 * 1024;

/** The track of the release that is delivered: three parts. */
export const TRACK_BYTES = 12 * 1024 * 1024;

const WAV_WRITE = /^WRITE .*\.wav\.part (\d+) (\d+)$/;

/** What every place of a distributor is held to. */
export interface Distributor {
  place: () => DeliveryPlace;
  /** A place whose line is cut at one of its requests. */
  cutAt: (request: number) => DeliveryPlace;
  /** How many requests came so far. */
  asked: () => number;
  /** Everything that is there, by path. */
  paths: () => string[];
  read: (path: string) => Buffer | undefined;
  /** What came last. */
  lastPath: () => string;
  /** How many parts of a folder's track have come. */
  partsIn: (folder: string) => number;
  /** What was begun and not ended. */
  unfinished: () => unknown[];
  stop: () => Promise<void>;
}

/** A bucket of a distributor on a real S3 server. */
export async function s3Distributor() {
  const server = await startS3Server();
  const { endpoint, bucket, accessKeyId, secretAccessKey, requests, objects, stop } = server;
  const place = (through: Fetcher = fetch) =>
    s3Place({
      ...{ name: "the distributor", endpoint, bucket, accessKeyId, secretAccessKey },
      ...{ prefix: "inbox/label/", fetch: through, partBytes: PART_BYTES },
      // Signed by the true time, as the server checks it.
      clock: () => new Date(),
    });
  const puts = () => requests.filter((line) => line.startsWith("PUT"));
  return {
    ...{ place, stop },
    paths: () => objects().map(({ key }) => key),
    read: (path: string) => objects().find(({ key }) => key === path)?.bytes,
    /** A place whose line is cut at a request. */
    cutAt: (cut: number) => {
      let count = 0;
      return place(async (request) => {
        count += 1;
        if (count === cut) throw new TypeError("The line is cut.");
        return fetch(request);
      });
    },
    /** How many requests there were. */
    asked: () => requests.length,
    lastPath: () => puts().at(-1) ?? "",
    /** How many parts of the track in a folder have come. */
    partsIn: (folder: string) =>
      puts().filter((line) => line.includes("partNumber") && line.includes(folder)).length,
    /** What was begun and not ended. */
    unfinished: server.openUploads,
  };
}

/** A folder of a distributor on a real SFTP server. */
export async function sftpDistributor() {
  const server = await startSftpServer();
  const { connection, requests, paths, read, stop } = server;
  const place = () => sftpPlace(connection, PART_BYTES);
  return {
    ...{ place, paths, read, stop },
    cutAt: (request: number) => {
      server.cutAt(request);
      return place();
    },
    asked: () => requests.length,
    lastPath: () => requests.filter((line) => line.startsWith("RENAME")).at(-1) ?? "",
    // The last piece of a part comes once all others are there.
    partsIn: (folder: string) =>
      requests.filter((line) => {
        const [, offset, length] = line.includes(folder) ? (WAV_WRITE.exec(line) ?? []) : [];
        const end = Number(offset) + Number(length);
        return end % PART_BYTES === 0 || end === TRACK_BYTES;
      }).length,
    unfinished: () => paths().filter((path) => path.endsWith(".part")),
  };
}

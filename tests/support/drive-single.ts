import { expect } from "vitest";
import { md5, someBytes } from "./drive-submission";
import type { DriveWorld } from "./drive-world";

export const KIB = 1024;
/** Larger than a first chunk, and of an odd length. */
export const audio = someBytes(1_300 * KIB + 77);
export const second = someBytes(3, 2);
export const cover = someBytes(256 * KIB, 3);

const FOLDER = "application/vnd.google-apps.folder";

/** A release of two tracks with its artwork. */
export function twoTracks(world: DriveWorld) {
  return world.submit([
    { kind: "track", bytes: audio },
    { kind: "track", bytes: second },
    { kind: "artwork", bytes: cover },
  ]);
}

/** What the drive holds outside the bin, by path: "folder", or the MD5 of a file. */
export async function treeOf(world: DriveWorld): Promise<Record<string, string>> {
  const files = await world.held();
  const pathOf = (id: string): string => {
    const file = files.find((one) => one.id === id);
    return file ? `${pathOf(file.parent)}/${file.name}` : "";
  };
  return Object.fromEntries(
    files.map((file) => [pathOf(file.id), file.mime_type === FOLDER ? "folder" : (file.md5 ?? "")]),
  );
}

/** Expects everything of a release of two tracks on the drive, each once. */
export async function expectWhole(world: DriveWorld, { reference }: { reference: string }) {
  const artist = `/Ada- Lovelace (${reference})`;
  expect(await treeOf(world)).toEqual({
    [artist]: "folder",
    [`${artist}/audio`]: "folder",
    [`${artist}/images`]: "folder",
    [`${artist}/audio/01 Song 1.wav`]: md5(audio),
    [`${artist}/audio/02 Song 2.wav`]: md5(second),
    [`${artist}/images/Artwork.jpg`]: md5(cover),
  });
  // Two of one name at one place would look like one above.
  expect(await world.held()).toHaveLength(6);
}

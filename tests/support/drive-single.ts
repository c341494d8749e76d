import { expect } from "vitest";
import type { DriveFixture } from "./drive-fixture";
import { md5, someBytes } from "./drive-submission";

export const KIB = 1024;
/** Larger than a first chunk, and of an odd length. */
export const audioBytes = someBytes(1_300 * KIB + 77);
export const secondAudioBytes = someBytes(3, 2);
export const driveCoverBytes = someBytes(256 * KIB, 3);

const FOLDER = "application/vnd.google-apps.folder";

/** A release of two tracks with its artwork. */
export function twoTracks(world: DriveFixture) {
  return world.submit([
    { kind: "track", bytes: audioBytes },
    { kind: "track", bytes: secondAudioBytes },
    { kind: "artwork", bytes: driveCoverBytes },
  ]);
}

/** What the drive holds outside the bin, by path: "folder", or the MD5 of a file. */
export async function listDriveTree(world: DriveFixture): Promise<Record<string, string>> {
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
export async function expectMirroredOnce(
  world: DriveFixture,
  { reference }: { reference: string },
) {
  const artist = `/Ada- Lovelace (${reference})`;
  expect(await listDriveTree(world)).toEqual({
    [artist]: "folder",
    [`${artist}/audio`]: "folder",
    [`${artist}/images`]: "folder",
    [`${artist}/audio/01 Song 1.wav`]: md5(audioBytes),
    [`${artist}/audio/02 Song 2.wav`]: md5(secondAudioBytes),
    [`${artist}/images/Artwork.jpg`]: md5(driveCoverBytes),
  });
  // Two of one name at one place would look like one above.
  expect(await world.held()).toHaveLength(6);
}

import type { ErnRelease } from "./ern-release";

/** As 20261130213000123. */
export const formatStamp = (at: Date) => at.toISOString().replace(/\D/g, "");

/**
 * The names of a delivery by DDEX's choreography for cloud-based storage and SFTP, release by release: a folder of the
 * release's code and the time, the message in it, the files in `resources`. The message comes last: with it, a
 * delivery is whole.
 */
export function ernFolder({ icpn }: Pick<ErnRelease, "icpn">, at: Date) {
  const folder = `N_${icpn}_${formatStamp(at)}`;
  return { folder, message: `${folder}/${icpn}.xml`, resources: `${folder}/resources` };
}

/** All files of a message, sounds first. */
export const ernFiles = ({ tracks, cover }: Pick<ErnRelease, "tracks" | "cover">) => [
  ...tracks.map(({ file }) => file),
  cover,
  ...tracks.flatMap(({ artwork }) => artwork ?? []),
];

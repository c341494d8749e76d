import { webAddress } from "~/platform/formats/web-address";
import type { Profile } from "./profile";

/** In the order of the specification (`000…`, section 2). */
const linkFields = [
  ["Spotify", "spotifyProfile"],
  ["Apple Music", "appleMusicProfile"],
  ["SoundCloud", "soundcloudProfile"],
  ["Instagram", "instagramProfile"],
  ["TikTok", "tiktokProfile"],
  ["Website", "website"],
] as const satisfies readonly (readonly [string, keyof Profile])[];

export function profileLinks(profile: Profile): { name: string; href: string }[] {
  return linkFields.flatMap(([name, field]) => {
    const href = webAddress(profile[field]);
    return href === undefined ? [] : [{ name, href }];
  });
}

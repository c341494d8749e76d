import { webAddress } from "~/platform/formats/web-address";
import type { Profile } from "./profile";

/** Where an artist is elsewhere, in the order of the specification (`000…`, section 2). */
const places = [
  ["Spotify", "spotifyProfile"],
  ["Apple Music", "appleMusicProfile"],
  ["SoundCloud", "soundcloudProfile"],
  ["Instagram", "instagramProfile"],
  ["TikTok", "tiktokProfile"],
  ["Website", "website"],
] as const satisfies readonly (readonly [string, keyof Profile])[];

/** The links that are set, and lead somewhere. */
export function profileLinks(profile: Profile): { name: string; href: string }[] {
  return places.flatMap(([name, field]) => {
    const href = webAddress(profile[field]);
    return href === undefined ? [] : [{ name, href }];
  });
}

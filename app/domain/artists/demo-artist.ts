import * as v from "valibot";
import type { SubmissionStatus } from "~/reference/statuses";

export const DEMO_ID = "01DEM0ARTST000000000000000";

export const demoSchema = v.object({
  artistId: v.string(),
  invitationCode: v.string(),
  /** Whether the artist and all submissions exist. */
  seeded: v.boolean(),
});

/** Files that the seeding command has, in base64. */
export const demoFilesSchema = v.object({
  /** JPEG; submissions take turns with them. */
  covers: v.array(v.string()),
  song: v.string(),
});
export type DemoFiles = v.InferOutput<typeof demoFilesSchema>;

/** One submission in each status, latest first; some have public pages. */
export const demoReleases = [
  { title: "Lanterns on the Aire", status: "pending", type: "single", daysAgo: 2 },
  { title: "Night Ferry", status: "in progress", type: "single", daysAgo: 9 },
  { title: "Low Tide", status: "processing", type: "ep", daysAgo: 24 },
  { title: "Brass for Winter", status: "approved", type: "single", daysAgo: 31, publishes: true },
  { title: "Harbour Songs", status: "live", type: "lp", daysAgo: 120, publishes: true },
  {
    title: "Rough Mix",
    status: "rejected",
    type: "single",
    daysAgo: 75,
    reason: "We like the song. The master clips from 1:20 on: send it again with more headroom.",
  },
  {
    title: "Field Recordings",
    status: "failed",
    type: "ep",
    daysAgo: 96,
    reason: "The shops turned the artwork down: it shows another label's logo.",
  },
  { title: "Salt Roads", status: "active", type: "single", daysAgo: 210, publishes: true },
] as const satisfies readonly (Record<string, unknown> & { status: SubmissionStatus })[];

export const demoTracks = { single: 1, ep: 3, lp: 7 } as const;

/** Left incomplete, so that there is something to fill in. */
export const demoProfile = {
  name: "Sigrid Valentin",
  artistName: "Sigrid Vale",
  nationality: "British",
  country: "United Kingdom",
  city: "Leeds",
  biography:
    "Songs for voice, harmonium and brass, recorded in chapels and boathouses along the canal.",
  spotifyProfile: "https://open.spotify.com/artist/4gzpq5DPGxSnKTe4SA8HAU",
  instagramProfile: "https://www.instagram.com/sigridvale",
  website: "https://sigridvale.example",
};

export const DEMO_EMAIL = "sigrid.vale@demo.example";

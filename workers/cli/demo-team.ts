import type { TeamMember } from "../../app/platform/team-setting";

const people: TeamMember[] = [
  {
    name: "Tamsin Orrey",
    role: "Artists and repertoire",
    text: "Hears everything first, on Tuesdays and Thursdays. Ran a folk night in Hull for nine years.",
  },
  {
    name: "Jonah Weldt",
    role: "Sound",
    text: "Masters what we release. Writes to you if a file needs another export.",
  },
  {
    name: "Ruta Abeyo",
    role: "Releases",
    text: "Credits, shares, dates. Hers is the name under most of our mails.",
  },
];

/** Settings of a local run that shows an invented label: its artist, and who listens. */
export const demoSettings = { DEMO_ARTIST: "1", LISTENERS: JSON.stringify(people) } as const;

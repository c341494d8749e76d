/** A group of contributor roles, alphabetical within the group. */
interface RoleGroup {
  readonly name: string;
  readonly roles: readonly string[];
}

// One text, because two hundred quoted strings would cost a phone more to download and parse.
const ROLES = `
  Core Roles: Arranger, Composer, Lyricist, Performer, Producer, Remixer, Songwriter, Vocals

  Rhythm & Percussion: Bass Drum, Bongos, Cajón, Castanets, Congas, Cowbell, Cymbals, Drums,
  Glockenspiel, Gong, Güiro, Hand Claps, Handbells, Maracas, Marimba, Percussion, Shaker,
  Tambourine, Timbales, Timpani, Tubular Bells, Vibraphone, Xylophone

  Bass Instruments: Acoustic Bass Guitar, Bass Guitar, Double Bass, Fretless Bass, Six-String Bass,
  Synth Bass

  Guitars: Acoustic Guitar, Baritone Guitar, Classical Guitar, Electric Guitar, Flamenco Guitar,
  Guitar, Lap Steel Guitar, Lead Guitar, Pedal Steel Guitar, Resonator Guitar, Rhythm Guitar,
  Slide Guitar, Twelve-String Guitar

  Keyboards & Piano: Accordion, Celesta, Clavinet, Concertina, Electric Piano, Hammond Organ,
  Harmonium, Harpsichord, Keyboards, Mellotron, Melodica, Organ, Piano, Pipe Organ, Rhodes Piano,
  Toy Piano, Wurlitzer Piano

  Strings: Autoharp, Banjo, Cello, Dulcimer, Electric Violin, Fiddle, Harp, Lute, Mandolin,
  String Quartet, String Section, Ukulele, Viola, Violin, Zither

  Brass: Baritone Horn, Bass Trombone, Brass Section, Bugle, Cornet, Euphonium, Flugelhorn,
  French Horn, Sousaphone, Trombone, Trumpet, Tuba

  Woodwinds: Alto Saxophone, Baritone Saxophone, Bass Clarinet, Bassoon, Clarinet, Cor Anglais,
  Flute, Harmonica, Oboe, Ocarina, Piccolo, Recorder, Saxophone, Soprano Saxophone, Tenor Saxophone,
  Woodwind Section

  Vocals: Ad-libs, Alto Vocals, Background Vocals, Baritone Vocals, Bass Vocals, Beatboxing,
  Children's Choir, Choir, Gospel Choir, Harmony Vocals, Lead Vocals, Mezzo-Soprano Vocals,
  Narration, Rap, Screamed Vocals, Soprano Vocals, Spoken Word, Tenor Vocals, Whistling

  World Instruments: Bagpipes, Balalaika, Bandoneon, Bansuri, Berimbau, Bodhrán, Bouzouki, Charango,
  Darbuka, Dhol, Didgeridoo, Djembe, Duduk, Erhu, Handpan, Hurdy-Gurdy, Kalimba, Kora, Koto, Oud,
  Pan Flute, Shakuhachi, Shamisen, Sitar, Steelpan, Tabla, Taiko, Talking Drum, Tin Whistle,
  Uilleann Pipes

  Electronic: Beatmaker, DJ, Drum Machine, Drum Programming, Electronic Drums, Live Electronics,
  Modular Synthesizer, Programming, Sampler, Sound Design, Synthesizer, Talk Box, Theremin,
  Turntables, Vocoder

  Production & Engineering: Additional Producer, Assistant Engineer, Assistant Producer,
  Co-Producer, Digital Editor, Engineer, Executive Producer, Immersive Mix Engineer,
  Lacquer Cutting Engineer, Live Sound Engineer, Mastering Engineer, Mix Engineer,
  Recording Engineer, Remastering Engineer, Vocal Editor, Vocal Engineer, Vocal Producer

  Specialized: A&R, Band Leader, Choir Director, Concertmaster, Conductor, Copyist, Field Recording,
  Foley Artist, Instrument Technician, Librettist, Music Contractor, Music Director,
  Music Supervisor, Orchestra, Orchestrator, Session Musician, Sound Effects, Translator,
  Vocal Coach
`;

type Blank = " " | "\n";
type Trim<Text extends string> = Text extends `${Blank}${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest}${Blank}`
    ? Trim<Rest>
    : Text;
type Names<List extends string> = List extends `${infer First},${infer Rest}`
  ? Trim<First> | Names<Rest>
  : Trim<List>;
type RolesOf<Blocks extends string> = Blocks extends `${infer First}\n\n${infer Rest}`
  ? RolesOf<First> | RolesOf<Rest>
  : Blocks extends `${string}:${infer Roles}`
    ? Names<Roles>
    : never;

/** The name of a role, so that the compiler finds a list that lacks one. */
export type Role = RolesOf<typeof ROLES>;

function parse(blocks: string): RoleGroup[] {
  return blocks.split("\n\n").map((block) => {
    const [name = "", roles = ""] = block.split(":");
    return { name: name.trim(), roles: roles.split(",").map((entry) => entry.trim()) };
  });
}

/**
 * Contributor roles in the specification's groups and order (reference lists, "Contributor role
 * catalogue"). It names six roles; the others follow stores and album credits. A role is in one group
 * only: its name is what is stored.
 */
export const roleGroups: readonly RoleGroup[] = parse(ROLES);

/** Every role, in display order. */
export const allRoles: readonly string[] = roleGroups.flatMap(({ roles }) => roles);

// A Set, so that a posted value such as "constructor" is no role.
const knownRoles: ReadonlySet<string> = new Set(allRoles);

/** Whether the name is a role of the catalogue, matched to the letter. */
export function isRole(name: string): name is Role {
  return knownRoles.has(name);
}

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The roles that contain every word of the query in their own or their group's name, ignoring case and
 * accents. An empty query finds all.
 */
export function findRoles(query: string): string[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}&]+/u)
    .filter(Boolean);
  return roleGroups.flatMap(({ name, roles }) =>
    roles.filter((role) => {
      const text = fold(`${role} ${name}`);
      return words.every((word) => text.includes(word));
    }),
  );
}

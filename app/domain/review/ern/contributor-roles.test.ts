import { expect, test } from "vitest";
import { allRoles, isRole, roleGroups } from "~/reference/roles";
import { ernContribution } from "./contributor-roles";

/** Looked up in DDEX's allowed values: a new role belongs here, or gets another name. */
const SAME_NAMES = `
  Arranger, Composer, Lyricist, Performer, Remixer, Bongos, Congas, Cowbell, Cymbals,
  Glockenspiel, Gong, Hand Claps, Maracas, Marimba, Shaker, Tambourine, Timbales, Timpani,
  Vibraphone, Xylophone, Acoustic Bass Guitar, Double Bass, Synth Bass, Acoustic Guitar,
  Baritone Guitar, Electric Guitar, Guitar, Lap Steel Guitar, Pedal Steel Guitar, Accordion,
  Celesta, Clavinet, Concertina, Electric Piano, Hammond Organ, Harpsichord, Mellotron,
  Melodica, Organ, Piano, Pipe Organ, Toy Piano, Autoharp, Banjo, Cello, Electric Violin,
  Fiddle, Harp, Lute, Mandolin, String Section, Ukulele, Viola, Violin, Zither, Baritone Horn,
  Bass Trombone, Bugle, Cornet, Euphonium, Flugelhorn, French Horn, Sousaphone, Trombone,
  Trumpet, Tuba, Alto Saxophone, Baritone Saxophone, Bass Clarinet, Bassoon, Clarinet, Flute,
  Harmonica, Oboe, Ocarina, Recorder, Saxophone, Soprano Saxophone, Tenor Saxophone, Choir,
  Bagpipes, Balalaika, Bandoneon, Bansuri, Berimbau, Bouzouki, Charango, Dhol, Didgeridoo,
  Djembe, Duduk, Erhu, Kalimba, Kora, Koto, Oud, Pan Flute, Shakuhachi, Shamisen, Sitar,
  Tabla, Taiko, Talking Drum, Tin Whistle, DJ, Drum Machine, Synthesizer, Assistant Engineer,
  Assistant Producer, Engineer, Executive Producer, Mastering Engineer, Recording Engineer,
  Vocal Engineer, Vocal Producer, Band Leader, Conductor, Foley Artist, Librettist, Music
  Director, Orchestra, Translator
`;

const namesIn = (text: string) => text.split(",").map((name) => name.trim().replace(/\s+/g, " "));
const contributionOf = (role: string) => {
  if (!isRole(role)) throw new Error(role);
  return ernContribution(role);
};

test("roles have their own name at DDEX only where that is one of the allowed values", () => {
  const same = allRoles.filter((role) => {
    const { role: name, instrument = name } = contributionOf(role);
    return instrument === role.replaceAll(" ", "");
  });
  expect(same.sort()).toEqual(namesIn(SAME_NAMES).sort());
});

test("players have an instrument, everybody else a role", () => {
  const players = roleGroups.map(
    ({ name, roles }) =>
      [name, roles.filter((role) => contributionOf(role).instrument).length] as const,
  );
  expect(Object.fromEntries(players)).toEqual({
    "Core Roles": 0,
    "Rhythm & Percussion": 23,
    "Bass Instruments": 6,
    Guitars: 13,
    "Keyboards & Piano": 17,
    Strings: 15,
    Brass: 12,
    Woodwinds: 16,
    Vocals: 0,
    "World Instruments": 30,
    Electronic: 10,
    "Production & Engineering": 0,
    Specialized: 0,
  });
  expect(contributionOf("Drum Machine")).toEqual({ role: "Musician", instrument: "DrumMachine" });
  expect(contributionOf("Drum Programming")).toEqual({ role: "Programmer" });
});

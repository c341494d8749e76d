import { type Role, roleGroups } from "~/reference/roles";

/** A role in the allowed values of DDEX (ContributorRole, InstrumentType). */
interface ErnContribution {
  role: string;
  instrument?: string;
}

/** Who plays no instrument: everybody of these groups, and some who work with electronics. */
const WORK_GROUPS = ["Core Roles", "Vocals", "Production & Engineering", "Specialized"];
const ELECTRONIC_WORK: readonly Role[] = [
  "Beatmaker",
  "DJ",
  "Drum Programming",
  "Programming",
  "Sound Design",
];

const instruments: ReadonlySet<string> = new Set(
  roleGroups.flatMap(({ name, roles }) =>
    WORK_GROUPS.includes(name)
      ? []
      : roles.filter((role) => !ELECTRONIC_WORK.some((work) => work === role)),
  ),
);

/** Roles that have another name at DDEX than ours without its blanks. */
const OTHER_NAMES: Readonly<Partial<Record<Role, string>>> = {
  // Core Roles
  Producer: "StudioProducer",
  Songwriter: "ComposerLyricist",
  Vocals: "Vocalist",
  // Rhythm & Percussion
  "Bass Drum": "BassDrum(Kick)",
  Cajón: "Cajon",
  Castanets: "Castanet",
  Drums: "DrumKit",
  Güiro: "Guiro",
  Handbells: "HandBells",
  Percussion: "PercussionInstrument",
  "Tubular Bells": "Chimes",
  // Bass Instruments
  "Bass Guitar": "ElectricBassGuitar",
  "Fretless Bass": "FretlessBassGuitar",
  "Six-String Bass": "ElectricBassGuitar",
  // Guitars
  "Classical Guitar": "NylonStringGuitar",
  "Flamenco Guitar": "NylonStringGuitar",
  "Lead Guitar": "Guitar",
  "Resonator Guitar": "DobroGuitar",
  "Rhythm Guitar": "Guitar",
  "Slide Guitar": "Guitar",
  "Twelve-String Guitar": "12-StringGuitar",
  // Keyboards & Piano
  Harmonium: "PumpOrgan",
  Keyboards: "Keyboard",
  "Rhodes Piano": "Rhodes",
  "Wurlitzer Piano": "ElectricPiano",
  // Strings
  Dulcimer: "StringInstrument",
  "String Quartet": "BowedStrings",
  // Brass
  "Brass Section": "BrassInstrument",
  // Woodwinds
  "Cor Anglais": "EnglishHorn",
  Piccolo: "PiccoloFlute",
  "Woodwind Section": "WindSection",
  // Vocals
  "Ad-libs": "Vocalist",
  "Alto Vocals": "Vocalist",
  "Background Vocals": "BackgroundVocalist",
  "Baritone Vocals": "Vocalist",
  "Bass Vocals": "Vocalist",
  Beatboxing: "Vocalist",
  "Children's Choir": "Choir",
  "Gospel Choir": "Choir",
  "Harmony Vocals": "BackgroundVocalist",
  "Lead Vocals": "LeadVocalist",
  "Mezzo-Soprano Vocals": "Vocalist",
  Narration: "Narrator",
  Rap: "Vocalist",
  "Screamed Vocals": "Vocalist",
  "Soprano Vocals": "Vocalist",
  "Spoken Word": "Speaker",
  "Tenor Vocals": "Vocalist",
  Whistling: "Vocalist",
  // World Instruments
  Bodhrán: "Bodhran",
  Darbuka: "Doumbek",
  Handpan: "PitchedPercussionInstrument",
  "Hurdy-Gurdy": "HurdyGurdy",
  Steelpan: "SteelDrums",
  "Uilleann Pipes": "UilleanPipes",
  // Electronic
  Beatmaker: "Programmer",
  "Drum Programming": "Programmer",
  "Electronic Drums": "DrumKit",
  "Live Electronics": "Synthesizer",
  "Modular Synthesizer": "Synthesizer",
  Programming: "Programmer",
  Sampler: "SampledKeyboard",
  "Sound Design": "SoundDesigner",
  "Talk Box": "OtherInstrument",
  Theremin: "OtherInstrument",
  Turntables: "Turntable",
  Vocoder: "OtherInstrument",
  // Production & Engineering
  "Additional Producer": "AdditionalStudioProducer",
  "Co-Producer": "CoProducer",
  "Digital Editor": "DigitalEditingEngineer",
  "Immersive Mix Engineer": "ImmersiveMixingEngineer",
  "Lacquer Cutting Engineer": "MasteringEngineer",
  "Live Sound Engineer": "StageEngineer",
  "Mix Engineer": "MixingEngineer",
  "Remastering Engineer": "MasteringEngineer",
  "Vocal Editor": "VocalEditingEngineer",
  // Specialized
  "A&R": "AAndRCoordinator",
  "Choir Director": "ChorusMaster",
  Concertmaster: "ConcertMaster",
  Copyist: "MusicCopyist",
  "Field Recording": "SoundRecordist",
  "Instrument Technician": "StudioPersonnel",
  "Music Contractor": "Contractor",
  "Music Supervisor": "Consultant",
  Orchestrator: "Arranger",
  "Session Musician": "StudioMusician",
  "Sound Effects": "SoundDesigner",
  "Vocal Coach": "StudioPersonnel",
};

/** One of our roles in DDEX's allowed values. */
export function ernContribution(role: Role): ErnContribution {
  const name = OTHER_NAMES[role] ?? role.replaceAll(" ", "");
  return instruments.has(role) ? { role: "Musician", instrument: name } : { role: name };
}

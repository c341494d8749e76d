// Comma-separated text costs a phone less to download and to parse than quoted strings.
const nameList = `
  Absolute Label Services, ADA, Altafonte, Amuse, AWAL, Believe, CD Baby, Create Music Group,
  DistroKid, Ditto Music, EMPIRE, EmuBands, Feiyr, FUGA, Horus Music, IDOL, iMusician, Ingrooves,
  Kontor New Media, LabelWorx, LANDR, Level, Octiive, ONErpm, Platoon, Record Union, recordJet,
  Redeye Worldwide, Revelator, RouteNote, Songtradr, SoundCloud for Artists, SoundOn, Soundrop,
  Spinnup, Stem, Symphonic Distribution, The Orchard, Too Lost, TuneCore, UnitedMasters,
  Virgin Music Group, Vydia, Zebralution
`;

/**
 * Music distributors an artist may be moving a catalogue from, in alphabetical order whatever the
 * case, then 'Other / Not Listed' (specification, "Distributors"). Services that have closed stay
 * while releases delivered by them are still in the stores.
 */
export const distributors: readonly string[] = [
  ...nameList.split(",").map((name) => name.trim()),
  "Other / Not Listed",
];

import { isUnnamed, wordsOf } from "~/reference/unnamed-songs";

/** Programs and recorders that write their own names into files. */
const PROGRAMS =
  /\b(?:pro ?tools|logic|ableton|live \d+|reaper|wavelab|cubase|nuendo|steinberg|sound devices|zoom|tascam|audacity|studio one|presonus|fl studio|image-line|reason|izotope|rx \d+|audition|adobe|sequoia|samplitude|magix|bitwig|luna|universal audio|digital performer|motu|garageband|ffmpeg|lavf|lavc|libsndfile|sox|dolby|avid|apogee|itunes|mixcraft|cakewalk|sonar|renoise|ardour|waveform|wavepad|ocenaudio|sound forge|bandlab|lame|dbpoweramp|exact audio copy|foobar2000|mp3tag)/gi;

/** Words that stand beside the name of a program. */
const PROGRAM_WORDS = new Set(
  [
    "avid apple artist bit by cc de desktop edition encoded exported free for from le",
    "lite live mac made media music on os pro producer production recorded se session",
    "studio suite ultimate v version win windows with x",
  ].flatMap((words) => words.split(" ")),
);

/** Whether a text has the name of a program in it. */
export const namesProgram = (text: string) => text.search(PROGRAMS) >= 0;

const isProgram = (text: string) =>
  namesProgram(text) &&
  wordsOf(text.replace(PROGRAMS, " ")).every((word) => PROGRAM_WORDS.has(word));

/** A drive, a share, a folder, an address, or a file of sound or of a program. */
const isPath = (text: string) =>
  /\\|:\/\/|^(?:[a-z]:|~|\.{1,2})?\/|\S\/\S+\/\S/i.test(text) ||
  /\.(?:wave?|w64|bwf|aif[fc]?|flac|caf|mp3|m4a|ogg|opus|ptx|ptf|als|cpr|npr|rpp|flp|logicx?|band|sesx|aup3?|song|bwproject)$/i.test(
    text,
  );

const YEAR = /(?:^|\D)(?:19|20)\d{2}(?:$|\D)/;
const WORDS_OF_DATES = "st nd rd th of am pm t z utc gmt";

let dateWords: Set<string> | undefined;
/** Names of months and weekdays, as Western programs write them. */
function isDateWord(word: string): boolean {
  dateWords ??= new Set([
    ...WORDS_OF_DATES.split(" "),
    ...["en", "de", "fr", "es", "it", "pt", "nl"].flatMap((language) =>
      Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1))).flatMap(
        (date) =>
          (["long", "short"] as const).flatMap((style) => [
            ...wordsOf(date.toLocaleDateString(language, { month: style, timeZone: "UTC" })),
            ...wordsOf(date.toLocaleDateString(language, { weekday: style, timeZone: "UTC" })),
          ]),
      ),
    ),
  ]);
  return dateWords.has(word);
}

/** A date or a time; a year alone is a title. */
function isDate(text: string): boolean {
  const numbers = text.match(/\d+/g) ?? [];
  const words = wordsOf(text);
  if (words.some((word) => !isDateWord(word))) return false;
  if (words.some((word) => word.length > 2)) return numbers.length > 0;
  const isCompact = numbers[0] !== undefined && [8, 12, 14].includes(numbers[0].length);
  return isCompact || numbers.length > 2 || (numbers.length === 2 && YEAR.test(text));
}

/** Whether a tag is no title and no name: a path, a date, a program's name, or what stands for none. */
export const isPlaceholder = (text: string) =>
  isPath(text) || isDate(text) || isProgram(text) || isUnnamed(text);

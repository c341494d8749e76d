export const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Texts that programs give a song nobody has named, as their words without numbers. */
const UNNAMED = new Set([
  ...["untitled", "untitled project", "untitled song", "untitled track", "no title", "noname"],
  ...["unnamed", "unknown", "unknown artist", "unknown title", "various artists", "my song"],
  ...["new project", "new recording", "new song", "recording", "project", "session", "default"],
  ...["unbenannt", "ohne titel", "neue aufnahme", "sans titre", "sin título", "sin titulo"],
  ...[
    "senza titolo",
    "sem título",
    "sem titulo",
    "naamloos",
    "namnlös",
    "uten navn",
    "uten tittel",
  ],
  ...["bez názvu", "bez tytułu", "без названия", "без имени", "无标题", "未命名", "無題", "無標題"],
  ...["名称未設定", "제목 없음", "isimsiz", "adsız", "χωρίς τίτλο", "بدون عنوان", "ללא שם"],
]);

/** Words of what stands for a track, a recording or a field, with or without its number. */
const TRACK_WORDS = new Set(
  [
    "track audio title titel titre titolo título artist name filename piste pista spur",
    "faixa traccia spår spor дорожка трек 音轨 轨道 トラック 트랙 take mix mixdown master",
    "mastered bounce export render stem clip region insert stereo mono left right l r out",
    "dup glued consolidated rec wav aif aiff",
  ].flatMap((words) => words.split(" ")),
);

/** Whether a text is what a song is called that nobody has named, such as "Track 3" or "01". */
export function isUnnamed(text: string): boolean {
  const words = wordsOf(text);
  // Punctuation and signs alone name nothing, nor does a number of a track.
  if (words.length === 0) return !/\p{N}{4}|\p{N}[^\p{N}._ -]+\p{N}/u.test(text);
  return UNNAMED.has(words.join(" ")) || words.every((word) => TRACK_WORDS.has(word));
}

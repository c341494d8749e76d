/** Whole words that every store counts as explicit, and forms of them with a hidden letter. */
const EXPLICIT_WORD =
  /(?<![\p{L}\p{N}])(?:(?:mother)?f[u*#@]+(?:c[c*#@]*)?k(?:a|ed|er|ers|in|ing|s)?|f[*#]{2,}|s[h][i*#@!]t(?:s|ty)?|s[*#]{2,}t|bullshit|b[i*#!]tch(?:es)?|c[u*#]nts?|n[i*#!]gg(?:a|as|az|ers?)|assholes?|pussy|whores?)(?![\p{L}\p{N}*#])/iu;

const WHY = "Stores must mark explicit tracks, and send back those with the wrong mark.";

interface ExplicitAdvice {
  rule: string;
  text: string;
  why: string;
}

/**
 * Compares the words of a title with the artist's answer about explicit words. The submission does
 * not ask; release details do.
 */
export function explicitRules(title: string, answer: string | undefined): ExplicitAdvice[] {
  if (!EXPLICIT_WORD.test(title) || answer === "yes") return [];
  if (answer === "clean")
    return [
      {
        rule: "explicit",
        text: 'The title has an explicit word, but the track is a "clean version". Clean versions hide such words, also in the title.',
        why: WHY,
      },
    ];
  const text =
    answer === "no"
      ? 'The title has an explicit word, but you chose "No explicit words". Choose "Explicit" in release details.'
      : 'The title has an explicit word. Once we release it, we ask about "Explicit words": choose "Explicit" then.';
  return [{ rule: "explicit", text, why: WHY }];
}

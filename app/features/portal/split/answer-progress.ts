const areOrIs = (count: number) => (count === 1 ? "is" : "are");

/** How far a songwriter's answers are. They are done only when none is open or disputed. */
export function answerProgress(
  { open, confirmed, disputed }: { open: number; confirmed: number; disputed: number },
  artistName: string,
): { tone: "good" | "waiting"; text: string } {
  const total = open + confirmed + disputed;
  if (total === confirmed) {
    const what = total === 1 ? "your share" : `all ${total}`;
    return { tone: "good", text: `Done. You have confirmed ${what}.` };
  }
  const sentences = [
    open > 0 && `${open} of ${total} ${areOrIs(open)} open.`,
    confirmed > 0 && open === 0 && `You have confirmed ${confirmed} of ${total}.`,
    disputed > 0 &&
      `${disputed} ${areOrIs(disputed)} with ${artistName}, as you said something is wrong.`,
  ];
  return { tone: "waiting", text: sentences.filter(Boolean).join(" ") };
}

import { Group, Paper } from "@mantine/core";
import { FIX_ALL } from "~/domain/submission/music/advice-intents";
import type { Track } from "~/domain/submission/music/track";
import { IntentButton } from "~/ui/intent-button";
import { useMusicPage } from "../music-page-context";
import type { ShownAdvice } from "./shown-advice";

/** Told together, as one button mends both. */
const CASE = ["capitals", "lower-case"];
const CASE_MANY = "are written in one case only";

/** The advice of titles that several tracks share, if a button can change them. */
export function alikeAdvice(
  advice: readonly ShownAdvice[],
  tracks: readonly Pick<Track, "id" | "title">[],
) {
  const groups = new Map<string, { rules: Set<string>; titles: Set<string> }>();
  for (const { id, title } of tracks)
    for (const { rule, subject, many, isFixable, title: advised } of advice) {
      if (subject !== id || advised !== title || !isFixable || !many) continue;
      const key = CASE.includes(rule) ? CASE_MANY : many;
      const group = groups.get(key) ?? { rules: new Set(), titles: new Set() };
      groups.set(key, group);
      group.rules.add(rule);
      group.titles.add(title);
    }
  return [...groups].flatMap(([many, { rules, titles }]) =>
    titles.size < 2
      ? []
      : [
          {
            intent: [FIX_ALL, ...rules].join(":"),
            text: `${titles.size} titles ${many}.`,
            titles: [...titles].join(", "),
            label: titles.size === 2 ? "Change both" : `Change all ${titles.size}`,
          },
        ],
  );
}

/** What is alike on several tracks: one note, and one button. */
export function AlikeAdvice({ tracks }: { tracks: readonly Track[] }) {
  const { advice } = useMusicPage();
  return alikeAdvice(advice, tracks).map(({ intent, text, titles, label }) => (
    <Paper key={intent} role="note" bg="var(--sunken)" p="sm">
      <Group justify="space-between" gap="xs">
        <p style={{ flex: "1 1 240px" }}>
          <strong>{text}</strong> Stores may change or refuse them: {titles}.
        </p>
        <IntentButton intent={intent} formAction="#tracks" variant="default">
          {label}
        </IntentButton>
      </Group>
    </Paper>
  ));
}

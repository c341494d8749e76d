import { Group, Text, VisuallyHidden } from "@mantine/core";
import { useDebounced } from "./use-debounced";

/** Disc with a tick, triangle with an exclamation mark, open ring: different without colour. */
const SHAPES = {
  done: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-1.1 9.9L4 8l1.1-1.1 1.8 1.8 4-4L12 5.8Z",
  over: "M8 1.2 15.4 14.4H.6ZM7.2 6v4.2h1.6V6Zm0 5.4V13h1.6v-1.6Z",
  under: "M8 1v2.2A4.8 4.8 0 1 0 12.8 8H15A7 7 0 1 1 8 1Z",
};

const COLORS = { done: "var(--good)", over: "var(--bad)", under: "var(--waiting)" };

interface ShareTotalProps {
  state: keyof typeof SHAPES;
  text: string;
  /** In percent. */
  total: number;
  /** The text for screen readers. */
  spoken: string;
  /** What rounding the shares left over, in words, if anything. */
  rounding: string;
}

/** How much of a song is shared out: text, colour and shape, announced once typing pauses. */
export function ShareTotal({ state, text, total, spoken, rounding }: ShareTotalProps) {
  const announcement = useDebounced(spoken);
  return (
    <div>
      <Group component="p" gap="xs" wrap="nowrap" fw={600} c={COLORS[state]}>
        <svg viewBox="0 0 16 16" width={20} height={20} fill="currentColor" aria-hidden="true">
          <path d={SHAPES[state]} fillRule="evenodd" />
        </svg>
        {text}
      </Group>
      {state !== "done" && (
        <Text size="sm" c="dimmed">
          Total {total}%{rounding && `. ${rounding}`}
        </Text>
      )}
      <VisuallyHidden component="p" role="status">
        {announcement}
      </VisuallyHidden>
    </div>
  );
}

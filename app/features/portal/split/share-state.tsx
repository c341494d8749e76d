import { Text } from "@mantine/core";
import type { ReactNode } from "react";

const LOOKS: Readonly<Record<string, readonly [shape: string, color: string]>> = {
  waiting: ["◔", "var(--waiting)"],
  expired: ["◔", "var(--waiting)"],
  confirmed: ["✓", "var(--good)"],
  disputed: ["✕", "var(--bad)"],
};

/** What a songwriter said of a share: words, colour and shape. */
export function ShareState({ state, children }: { state: string; children: ReactNode }) {
  const [shape, color] = LOOKS[state] ?? ["○", "dimmed"];
  return (
    <Text size="sm" fw={600} c={color}>
      <span aria-hidden="true">{shape}</span> <span>{children}</span>
    </Text>
  );
}

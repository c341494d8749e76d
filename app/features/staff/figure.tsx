import { Text } from "@mantine/core";
import type { ReactNode } from "react";

interface FigureProps {
  tone?: string | undefined;
  component?: "p" | "dd";
  children: ReactNode;
}

/** The large figure of a card. */
export function Figure({ tone = "neutral", component = "p", children }: FigureProps) {
  return (
    <Text
      component={component}
      ff="heading"
      fz="2.5rem"
      lh={1.15}
      my="xs"
      c={tone === "neutral" ? undefined : `var(--${tone})`}
    >
      {children}
    </Text>
  );
}

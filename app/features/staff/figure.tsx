import { Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface FigureProps {
  tone?: string | undefined;
  component?: "p" | "dd";
  children: ReactNode;
}

const toneColour = (tone: string) => (tone === "neutral" ? undefined : `var(--${tone})`);

/** The large figure of a card. */
export function Figure({ tone = "neutral", component = "p", children }: FigureProps) {
  return (
    <Text component={component} ff="heading" fz="2.5rem" lh={1.15} my="xs" c={toneColour(tone)}>
      {children}
    </Text>
  );
}

interface FigureCardProps {
  title: string;
  figure: string | number;
  tone?: string;
  /** Of the line below, where that has one. */
  lineTone?: string;
  children: ReactNode;
}

/** A figure with its name and a line about it. */
export function FigureCard({
  title,
  figure,
  tone,
  lineTone = "neutral",
  children,
}: FigureCardProps) {
  return (
    <Paper p="sm">
      <Text component="h2" ff="text" size="sm" c="dimmed" fw={600}>
        {title}
      </Text>
      <Figure tone={tone}>{figure}</Figure>
      <Group gap="xs" fz="sm" c={toneColour(lineTone) ?? "dimmed"}>
        {children}
      </Group>
    </Paper>
  );
}

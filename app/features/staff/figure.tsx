import { Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface FigureCardProps {
  title: ReactNode;
  /** The level of its title. */
  component?: "h2" | "h3";
  figure: string | number;
  tone?: string;
  /** Of the line below, where that has one. */
  lineTone?: string;
  children: ReactNode;
}

const toneColour = (tone: string) => (tone === "neutral" ? undefined : `var(--${tone})`);

/** A large figure with its name and a line about it. */
export function FigureCard(props: FigureCardProps) {
  const { title, component = "h2", figure, tone = "neutral", children } = props;
  return (
    <Paper p="sm">
      <Text component={component} ff="text" size="sm" c="dimmed" fw={600}>
        {title}
      </Text>
      <Text ff="heading" fz="2.5rem" lh={1.15} my="xs" c={toneColour(tone)}>
        {figure}
      </Text>
      <Group gap="xs" fz="sm" c={toneColour(props.lineTone ?? "neutral") ?? "dimmed"}>
        {children}
      </Group>
    </Paper>
  );
}

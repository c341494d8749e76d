import { Box, Group, Progress, Text } from "@mantine/core";

/** A profile's completion in percent and as a bar; green once nothing is missing. */
export function CompletionBar({ percent }: { percent: number }) {
  const color = percent === 100 ? "good" : "mahogany";
  return (
    <Box maw={420}>
      <Group justify="space-between" fz="sm">
        <Text span inherit c="dimmed" id="completion">
          Profile Completion
        </Text>
        <strong>{percent}%</strong>
      </Group>
      <Progress.Root>
        <Progress.Section value={percent} color={color} aria-labelledby="completion" />
      </Progress.Root>
    </Box>
  );
}

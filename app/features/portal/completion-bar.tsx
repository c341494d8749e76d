import { Box, Group, Progress, Text } from "@mantine/core";

/** A profile's completion in percent and as a bar, green at 100%, with what is missing in words. */
export function CompletionBar(props: { percent: number; missing: readonly string[] }) {
  const { percent, missing } = props;
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
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          Still missing: {missing.join(", ")}
        </Text>
      )}
    </Box>
  );
}

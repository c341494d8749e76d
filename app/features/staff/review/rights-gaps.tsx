import { Alert } from "@mantine/core";

/** What the artist has not answered or proved about rights. */
export function RightsGaps({ gaps }: { gaps: readonly string[] }) {
  if (gaps.length === 0) return null;
  return (
    <Alert title="Rights: ask the artist about" color="waiting" p="sm">
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </Alert>
  );
}

import { Box, Stack } from "@mantine/core";
import type { ReviewSubmission } from "./review-page.server";

/** Advice about one title or the artwork; nothing where there is none. */
export function StoreAdviceList({ advice }: { advice: ReviewSubmission["advice"] }) {
  if (advice.length === 0) return null;
  return (
    <Box component="ul" pl="sm" fz="sm">
      {advice.map(({ rule, text, why }) => (
        <Box component="li" key={rule} c="var(--waiting)">
          {text} {why}
        </Box>
      ))}
    </Box>
  );
}

/** The advice about the release itself: its title and its artwork. */
export function ReleaseAdviceSection({ advice }: { advice: ReviewSubmission["advice"] }) {
  const releaseAdvice = advice.filter(
    ({ subject }) => subject === "release" || subject === "artwork",
  );
  if (releaseAdvice.length === 0) return null;
  return (
    <Stack component="section">
      <h2>What stores may send back</h2>
      <StoreAdviceList advice={releaseAdvice} />
    </Stack>
  );
}

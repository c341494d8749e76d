import { Paper, Stack, Text } from "@mantine/core";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import layout from "../layout.module.css";
import { REVIEW_EDITS_FORM_ID } from "../review-edits";
import { AdviceList } from "./advice-list";
import type { ShownAdvice } from "./shown-advice";

interface ReviewAdviceProps {
  advice: readonly ShownAdvice[];
  tracks: readonly { id: string; title: string }[];
}

/** What stores may reject in the whole release, in its order. It never blocks. */
export function ReviewAdvice({ advice, tracks }: ReviewAdviceProps) {
  const subjects = [
    { id: "artist", name: "Artist name" },
    { id: "release", name: "Release title" },
    ...tracks.map(({ id, title }, index) => ({ id, name: `Track ${index + 1} "${title}"` })),
    { id: ARTWORK_SLOT, name: "Artwork" },
  ];
  return (
    <Paper component="section" aria-labelledby="store-advice" p="sm" bg="var(--surface)">
      <Stack gap="xs">
        <h2 id="store-advice">What stores may send back</h2>
        <p>You can submit either way. Changing it now saves you a wait later.</p>
        <Stack component="ul" gap="xs" className={layout.plain}>
          {subjects.map(({ id, name }) => {
            const subjectAdvice = advice.filter(({ subject }) => subject === id);
            if (subjectAdvice.length === 0) return null;
            return (
              <li key={id} className={layout.ruled}>
                <Text fw={600}>{name}</Text>
                <AdviceList advice={subjectAdvice} form={REVIEW_EDITS_FORM_ID} />
              </li>
            );
          })}
        </Stack>
      </Stack>
    </Paper>
  );
}

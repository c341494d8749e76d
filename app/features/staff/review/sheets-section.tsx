import { Group, Stack } from "@mantine/core";
import { Dimmed } from "../dimmed";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { downloadsOf } from "../sheets/sheet-downloads";
import { TargetLink } from "../target-link";
import type { ReviewSubmission } from "./review-page.server";

type Offer = ReviewSubmission["sheets"][number];

interface SheetsSectionProps {
  id: string;
  sheets: readonly Offer[];
  /** The note that the artist reads beside their details. */
  note: string;
  currentPath: string;
}

/** The note with what is asked below it. */
const askNote = (note: string, ask: string) => (note ? `${note}\n\n${ask}` : ask);

/** The release as a sheet for each distributor, and what it lacks for that. */
export function SheetsSection({ id, sheets, note, currentPath }: SheetsSectionProps) {
  if (sheets.length === 0) return null;
  return (
    <Stack component="section" id="sheets" gap="xs">
      <h3>Sheets for distributors</h3>
      <RowList rows={sheets}>
        {(offer) => (
          <Stack gap="xs">
            <p>
              <strong>Sheet for {offer.name}</strong>
            </p>
            <Dimmed>
              {offer.missing.length > 0
                ? `Still missing: ${offer.missing.join(", ")}`
                : "Nothing is missing for it."}
            </Dimmed>
            {offer.ask &&
              (note.includes(offer.ask) ? (
                <Dimmed>The artist was asked, and reads it beside their details.</Dimmed>
              ) : (
                <PostButton
                  action={currentPath}
                  intent="ask-details"
                  fields={{
                    artistNote: askNote(note, offer.ask),
                    ...{ ask: offer.ask, seen: note },
                  }}
                  unseen={`for ${offer.name}`}
                >
                  Ask the artist for it
                </PostButton>
              ))}
            <Group gap="md">
              {downloadsOf(offer).map(({ label, query }) => (
                <TargetLink
                  key={query}
                  href={`/staff/submissions/${id}/sheet?${query}`}
                  aria-label={`${label} for ${offer.name}`}
                >
                  {label}
                </TargetLink>
              ))}
            </Group>
          </Stack>
        )}
      </RowList>
    </Stack>
  );
}

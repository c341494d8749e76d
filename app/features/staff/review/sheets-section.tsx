import { Group, Stack } from "@mantine/core";
import { LocalTime } from "~/ui/local-time";
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
  currentPath: string;
}

/** The release as a sheet for each distributor, and what it lacks for that. */
export function SheetsSection({ id, sheets, currentPath }: SheetsSectionProps) {
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
            {offer.request && (
              <Dimmed>
                {offer.request.staffName} asked the artist for it on{" "}
                <LocalTime at={offer.request.createdAt} />.
              </Dimmed>
            )}
            {offer.canAsk && (
              <PostButton
                action={currentPath}
                intent="ask-details"
                fields={{ template: offer.id }}
                unseen={`for ${offer.name}`}
              >
                {offer.request ? "Ask the artist again" : "Ask the artist for it"}
              </PostButton>
            )}
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

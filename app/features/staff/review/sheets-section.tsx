import { Group, Stack } from "@mantine/core";
import { Dimmed } from "../dimmed";
import { RowList } from "../row-list";
import { TargetLink } from "../target-link";
import type { ReviewSubmission } from "./review-page.server";

type Offer = ReviewSubmission["sheets"][number];

/** The downloads of a template: one XLSX, and each of its sheets as CSV. */
function downloadsOf({ id, sheets }: Offer) {
  const csvs = sheets.map((name, index) => {
    const label = sheets.length > 1 ? `CSV: ${name}` : "CSV";
    return { label, query: `template=${id}&as=csv&sheet=${index}` };
  });
  return [{ label: "XLSX", query: `template=${id}&as=xlsx` }, ...csvs];
}

/** The release as a sheet for each distributor, and what it lacks for that. */
export function SheetsSection({ id, sheets }: { id: string; sheets: readonly Offer[] }) {
  if (sheets.length === 0) return null;
  return (
    <Stack component="section" id="sheets" gap="xs">
      <h3>Sheets for distributors</h3>
      <RowList rows={sheets}>
        {(offer) => (
          <>
            <p>
              <strong>Sheet for {offer.name}</strong>
            </p>
            <Dimmed>
              {offer.missing.length > 0
                ? `Still missing: ${offer.missing.join(", ")}`
                : "Nothing is missing for it."}
            </Dimmed>
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
          </>
        )}
      </RowList>
    </Stack>
  );
}

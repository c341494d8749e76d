import { Stack, Text } from "@mantine/core";
import {
  TRANSFER_START_TEXT,
  TRANSFER_TIME_TEXT,
  transferChecklist,
} from "~/domain/submission/music/transfer-texts";
import { distributors } from "~/reference/distributors";
import { SelectField } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { FormSection } from "~/ui/form-section";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import { retryImport } from "../retry-import";
import { CatalogueList } from "./catalogue-list";

const catalogueAdder = lateComponent("catalogue", async () => {
  const { CatalogueAdder } = await retryImport(() => import("./catalogue-adder"));
  return CatalogueAdder;
});

/** The element id, and the panel key, of the releases to transfer. */
const CATALOGUE = "catalogue";
const choices = [
  { value: "", label: "Choose your distributor" },
  ...distributors.map((name) => ({ value: name, label: name })),
];

/** The distributor, and the releases to transfer. */
export function TransferSection() {
  return (
    <FormSection title="Transfer Existing" hint={`${TRANSFER_TIME_TEXT} ${TRANSFER_START_TEXT}`}>
      <SelectField
        name="distributor"
        label="Your current distributor"
        hint="The company that has your releases in the stores now."
        data={choices}
        autoComplete="off"
      />
      <Stack>
        <h3>So that you keep your streams and playlists</h3>
        <Stack component="ul" gap="xs" pl="md">
          {transferChecklist.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Stack>
      </Stack>
      <Catalogue />
    </FormSection>
  );
}

function Catalogue() {
  const { answers, opened } = useMusicPage();
  const { errors } = useFormReply();
  const items = answers.catalogueItems;
  const error = errors.catalogueItems?.text;
  return (
    <Stack component="section" id={CATALOGUE} tabIndex={-1} aria-labelledby="catalogue-title">
      <h3 id="catalogue-title">Releases to transfer{items.length > 0 && ` (${items.length})`}</h3>
      {error && (
        <Text id="catalogueItems-error" c="var(--bad)" fw={600} data-wrong>
          {error}
        </Text>
      )}
      <div id="catalogueItems">
        {opened.has(CATALOGUE) ? (
          <LatePart
            component={catalogueAdder}
            fallback={<p role="status">Loading...</p>}
            props={{}}
          />
        ) : (
          <EditButton
            intent={`open:${CATALOGUE}`}
            landingId={CATALOGUE}
            aria-describedby={error ? "catalogueItems-error" : undefined}
          >
            Add a release
          </EditButton>
        )}
      </div>
      {/* Below the adder, so that added releases do not move the results under a finger. */}
      <CatalogueList items={items} />
    </Stack>
  );
}

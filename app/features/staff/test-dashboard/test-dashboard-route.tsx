import { Box, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import * as v from "valibot";
import {
  apiTests,
  type TestData,
  type TestResult,
  testData,
  testDataSchema,
} from "~/domain/review/api-tests";
import { EmailField, SelectField, TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { titled, UNLISTED } from "~/ui/page-title";
import { StatusMark } from "~/ui/status-mark";
import { useOnChange } from "~/ui/use-on-change";
import { Dimmed } from "../dimmed";
import { StaffFrame } from "../frame/staff-frame";
import { RowList } from "../row-list";
import { StaffError } from "../staff-error";
import layout from "../staff-layout.module.css";
import { StaffPage } from "../staff-page";
import { runApiTest, serializeResults } from "./api-test-run";
import type { action, loader } from "./test-dashboard-route.server";

/** Draws the frame of staff pages itself. */
export const handle = { frame: "own" };

const HEADING = "API test dashboard";

export const meta = titled(HEADING, UNLISTED);

const resultTone = (ok: boolean) => (ok ? "good" : "bad");

/** The connections shown at the top. */
const dashboardTests = [
  ["health", "Server health"],
  ["board", "Task board"],
  ["drive", "Cloud drive"],
] as const;

const testTitle = (id: TestResult["id"]) => apiTests.find((test) => test.id === id)?.title ?? id;

function States({ results }: { results: readonly TestResult[] }) {
  return (
    <Stack component="section">
      <h2>Connection status</h2>
      <ul className={layout.cards}>
        {dashboardTests.map(([id, title]) => {
          const last = results.find((result) => result.id === id);
          const word = last ? (last.ok ? "Connected" : "Failed") : "Not tested";
          return (
            <Paper component="li" key={id} p="sm">
              <p>{title}</p>
              <StatusMark tone={last ? resultTone(last.ok) : "neutral"}>{word}</StatusMark>
            </Paper>
          );
        })}
      </ul>
    </Stack>
  );
}

function Results({ results, busy }: { results: readonly TestResult[]; busy: boolean }) {
  // New results are added at the top.
  const numberedResults = results.map((result, at) => ({ id: results.length - at, result }));
  return (
    <Stack component="section">
      <h2>Results</h2>
      <Text role="status" size="sm" c="dimmed">
        {busy && "Testing …"}
        {!busy && results.length === 0 && "Nothing has been tested yet."}
        {!busy &&
          results[0] &&
          `${testTitle(results[0].id)}: ${results[0].ok ? "SUCCESS" : "FAILED"}`}
      </Text>
      <RowList rows={numberedResults}>
        {({ result: { id, ok, message, detail } }) => (
          <>
            <p>
              <StatusMark tone={resultTone(ok)}>{ok ? "SUCCESS" : "FAILED"}</StatusMark>{" "}
              {testTitle(id)}: {message}
            </p>
            {detail && <Dimmed>{detail}</Dimmed>}
          </>
        )}
      </RowList>
    </Stack>
  );
}

function DataFields() {
  return (
    <Box component="fieldset" miw={0}>
      <Text component="legend" ff="heading" fz="1.75rem" mb="sm">
        Test data
      </Text>
      <div className={layout.cards}>
        <TextField name="firstName" label="First name" />
        <TextField name="surname" label="Surname" />
        <EmailField name="email" label="Email" />
        <TextField name="artistName" label="Artist name" />
        <TextField name="country" label="Country" />
        <TextField name="city" label="City" />
        <TextField name="releaseTitle" label="Release title" />
        <SelectField
          name="releaseType"
          label="Release type"
          data={[
            { value: "single", label: "Single" },
            { value: "ep", label: "EP" },
            { value: "lp", label: "Album" },
          ]}
        />
        <TextField name="genres" label="Genres" />
      </div>
    </Box>
  );
}

function submitIntent({ nativeEvent }: FormEvent): string {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement ? submitter.value : "all";
}

interface TestDashboardProps {
  values: TestData;
  /** Latest first. */
  results: readonly TestResult[];
}

/**
 * Tests of the API. With script the page makes the calls; without, the form is posted and the server makes
 * them.
 */
function TestDashboard({ values, results: initial }: TestDashboardProps) {
  const [results, setResults] = useState(initial);
  const [busy, setBusy] = useState(false);
  useOnChange(initial, () => setResults(initial));

  async function run(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const dataResult = v.safeParse(
      testDataSchema,
      Object.fromEntries(new FormData(event.currentTarget)),
    );
    if (busy || !dataResult.success) return;
    const intent = submitIntent(event);
    const chosenTests = apiTests.filter(({ id }) => intent === "all" || intent === id);
    setBusy(true);
    const newResults = await Promise.all(
      chosenTests.map((test) =>
        runApiTest(test, dataResult.output, (path, init) => fetch(path, init)),
      ),
    );
    setResults((before) => [...newResults, ...before]);
    setBusy(false);
  }

  return (
    <>
      <States results={results} />
      <FormReplyContext.Provider value={{ ...NO_REPLY, values }}>
        <form method="post" onSubmit={run}>
          <Stack gap="md">
            <DataFields />
            <input type="hidden" name="results" value={serializeResults(results)} />
            <Group>
              {apiTests.map(({ id, title }) => (
                <Button key={id} type="submit" name="intent" value={id} variant="default">
                  {title}
                </Button>
              ))}
              <Button type="submit" name="intent" value="all">
                Run all tests
              </Button>
            </Group>
          </Stack>
        </form>
      </FormReplyContext.Provider>
      <Results results={results} busy={busy} />
    </>
  );
}

export default function ApiTestDashboard() {
  const frame = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <StaffFrame frame={frame}>
      <StaffPage
        heading={HEADING}
        lead="Calls the portal's own API as staff do. Creating an item makes a real one on the board; the same data makes no second one."
      >
        <TestDashboard values={reply?.values ?? testData} results={reply?.results ?? []} />
      </StaffPage>
    </StaffFrame>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return (
    <StaffFrame frame={undefined}>
      <StaffError />
    </StaffFrame>
  );
}

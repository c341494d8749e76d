import { Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { longDate } from "~/platform/formats/dates";
import { ownTimeZone } from "~/platform/formats/time-zone";
import { IntentButton, SecondaryButton } from "./intent-button";
import { LinkBox } from "./link-box";

interface CalendarLinkProps {
  /** Undefined while there is none. */
  calendar: { url: string; timeZone: string; expiresAt: string } | undefined;
}

/** A secret link by which calendar programs show these dates, with its buttons. */
export function CalendarLink({ calendar }: CalendarLinkProps) {
  const zone = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (zone.current) zone.current.value = ownTimeZone();
  }, []);
  return (
    <Stack component="section" gap="xs" aria-labelledby="calendar">
      <h2 id="calendar">In your calendar</h2>
      {calendar ? (
        <>
          <LinkBox url={calendar.url} label="Link for your calendar app" isQuiet />
          <Text size="sm" c="dimmed">
            Add it as a subscription, or as a calendar from the web. Days are those of{" "}
            {calendar.timeZone.replace(/_/g, " ")}. Whoever has the link can read these dates, so
            keep it to yourself. It works until {longDate(calendar.expiresAt)}.
          </Text>
        </>
      ) : (
        <p>
          Get these dates in the calendar of your phone or computer. They change there as they
          change here.
        </p>
      )}
      <form method="post">
        <input ref={zone} type="hidden" name="zone" defaultValue="UTC" />
        <Group>
          {calendar ? (
            <>
              <SecondaryButton intent="make-calendar">
                Make a new link, end this one
              </SecondaryButton>
              <SecondaryButton intent="end-calendar">End this link</SecondaryButton>
            </>
          ) : (
            <IntentButton intent="make-calendar">Make a link for my calendar</IntentButton>
          )}
        </Group>
      </form>
    </Stack>
  );
}

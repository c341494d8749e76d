import { Stack, Text } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { CalendarLink } from "~/ui/calendar-link";
import { titled } from "~/ui/page-title";
import { StatusMark } from "~/ui/status-mark";
import portal from "../portal.module.css";
import { PortalPage } from "../portal-page";
import type { loader } from "./own-dates-route.server";

const HEADING = "Your dates";

export const meta = titled(HEADING);

/** What is due of the artist's music, by day. */
export default function OwnDates() {
  const { dates, calendar } = useLoaderData<typeof loader>();
  return (
    <PortalPage>
      <p>
        <Link to="/dashboard?tab=0" discover="none">
          Back to Dashboard
        </Link>
      </p>
      <h1>{HEADING}</h1>
      {dates.length === 0 && <p>There are no dates yet. They come with your next release.</p>}
      <Stack component="ul" gap="sm" className={portal.list}>
        {dates.map(({ id, dayText, what, title, to, isLate, isYours }) => (
          <li key={id}>
            <Text size="sm" c="dimmed">
              {dayText}{" "}
              {isYours && (
                <StatusMark tone={isLate ? "bad" : "waiting"}>
                  {isLate ? "For you, and late" : "For you"}
                </StatusMark>
              )}
            </Text>
            {what}{" "}
            <Link to={to} discover="none">
              {title}
            </Link>
          </li>
        ))}
      </Stack>
      <CalendarLink calendar={calendar} />
    </PortalPage>
  );
}

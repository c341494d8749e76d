import { Link, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import notice from "~/components/notice-page.module.css";

/** How long the page waits before it checks for the PDF again, in milliseconds: longer each time. */
const waitMs = (looks: number) => Math.min(2_000 * 1.5 ** looks, 60_000);

/** Stands in for the signed PDF and polls for it; without script there is a link to reload. */
export function PendingDocument({ here }: { here: string }) {
  const { revalidate, state } = useRevalidator();
  const looks = useRef(0);
  useEffect(() => {
    if (state !== "idle") return undefined;
    const timer = setTimeout(() => {
      looks.current += 1;
      revalidate();
    }, waitMs(looks.current));
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <p className={notice.small} role="status">
      Your signed PDF is being made. <Link to={here}>Look again</Link>
    </p>
  );
}

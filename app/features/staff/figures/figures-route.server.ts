import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readPeriod } from "~/domain/review/figure-period";
import { readFigures } from "~/domain/review/figures.server";
import { loadForStaff } from "../load-for-staff.server";
import { figuresPage } from "./figures-page.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  const period = readPeriod(new URL(request.url).searchParams);
  const { db, clock } = context;
  return loadForStaff(context, async () =>
    figuresPage(await readFigures(db, period, clock()), period),
  );
}

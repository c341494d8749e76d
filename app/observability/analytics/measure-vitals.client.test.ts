import * as v from "valibot";
import { expect, test } from "vitest";
import { createVitalsReport } from "./measure-vitals.client";
import { vitalsSchema } from "./vitals.server";

const ABOUT = { device: "phone", connection: "3g" };

function openReport() {
  const bodies: unknown[] = [];
  return { bodies, report: createVitalsReport((body) => bodies.push(JSON.parse(body))) };
}

test("the latest value of each metric is sent once, when the page is left", () => {
  const { bodies, report } = openReport();
  report.found("1", { name: "CLS", value: 0.1, page: "/submit" });
  report.found("1", { name: "CLS", value: 0.2, page: "/submit" });
  report.found("2", { name: "LCP", value: 900, page: "/submit" });
  expect(bodies).toEqual([]);
  report.send(ABOUT);
  report.found("1", { name: "CLS", value: 0.9, page: "/submit" });
  report.send(ABOUT);
  expect(bodies).toEqual([
    {
      ...ABOUT,
      metrics: [
        { name: "CLS", value: 0.2, page: "/submit" },
        { name: "LCP", value: 900, page: "/submit" },
      ],
    },
  ]);
});

test("metrics of many pages are sent in reports within the limit", () => {
  const { bodies, report } = openReport();
  for (let n = 0; n < 60; n++) report.found(`${n}`, { name: "LCP", value: n, page: "/submit" });
  report.send(ABOUT);
  report.send(ABOUT);
  const metricLists = bodies.map((reportBody) => v.parse(vitalsSchema, reportBody).metrics);
  expect(metricLists.map(({ length }) => length)).toEqual([25, 25, 10]);
  expect(metricLists.flat().map(({ value }) => value)).toEqual(
    Array.from({ length: 60 }, (_, n) => n),
  );
});

test("a page without metrics sends nothing", () => {
  const { bodies, report } = openReport();
  report.send(ABOUT);
  expect(bodies).toEqual([]);
});

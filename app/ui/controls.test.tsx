import * as mantine from "@mantine/core";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Checkbox, Switch } from "./choices";
import { Button, NativeSelect, TextArea, TextInput, VisuallyHidden } from "./controls";

/** The class names of each element, by those that Mantine's style sheets go by. */
function classNamesOf(html: string): string[] {
  return Array.from(html.matchAll(/class="([^"]*)"/g), ([, names = ""]) =>
    names
      .split(" ")
      .filter((name) => name.startsWith("m_"))
      .sort()
      .join(" "),
  ).filter(Boolean);
}

const byMantine = (element: ReactElement) =>
  classNamesOf(renderToStaticMarkup(<mantine.MantineProvider>{element}</mantine.MantineProvider>));

const field = { id: "city", label: "City", description: "Where you are", error: "Missing" };

const pairs: [string, ReactElement, ReactElement][] = [
  ["a button", <Button key="a">Go</Button>, <mantine.Button key="b">Go</mantine.Button>],
  [
    "a button with a sign",
    <Button key="a" variant="default" rightSection={<i />}>
      More
    </Button>,
    <mantine.Button key="b" variant="default" rightSection={<i />}>
      More
    </mantine.Button>,
  ],
  ["a line of text", <TextInput key="a" {...field} />, <mantine.TextInput key="b" {...field} />],
  [
    "several lines",
    <TextArea key="a" {...field} />,
    <mantine.InputBase key="b" component="textarea" multiline {...field} />,
  ],
  ["a box to tick", <Checkbox key="a" {...field} />, <mantine.Checkbox key="b" {...field} />],
  [
    "words for screen readers",
    <VisuallyHidden key="a">x</VisuallyHidden>,
    <mantine.VisuallyHidden key="b">x</mantine.VisuallyHidden>,
  ],
];

test.each(pairs)("%s is drawn with the class names of Mantine's own", (_, ours, theirs) => {
  expect(classNamesOf(renderToStaticMarkup(ours))).toEqual(byMantine(theirs));
});

test("a list and a switch wear no class names but Mantine's", () => {
  const list = { ...field, data: ["Cork"] };
  const theirs = [
    <mantine.NativeSelect key="a" {...list} />,
    <mantine.Switch key="b" {...field} />,
  ];
  const mantineClasses = new Set(theirs.flatMap(byMantine));
  const ours = [<NativeSelect key="a" {...list} />, <Switch key="b" {...field} />];
  const names = ours.flatMap((one) => classNamesOf(renderToStaticMarkup(one)));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !mantineClasses.has(name))).toEqual([]);
});

describe("a field", () => {
  test("is described by its error and its hint, and says that it is wrong", () => {
    const html = renderToStaticMarkup(<TextInput {...field} />);
    expect(html).toContain('aria-describedby="city-error city-description"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('<label class="m_8fdc1311 mantine-InputWrapper-label" for="city"');
  });

  test("shows its error after its input, or before it where its button stands level with that", () => {
    const place = (order?: readonly ("label" | "description" | "input" | "error")[]) => {
      const html = renderToStaticMarkup(<TextInput {...field} inputWrapperOrder={order} />);
      return html.indexOf("Missing") < html.indexOf("<input") ? "before" : "after";
    };
    expect(place()).toBe("after");
    expect(place(["label", "description", "error", "input"])).toBe("before");
  });

  test("that is right says so, and is described by nothing", () => {
    const html = renderToStaticMarkup(<TextInput id="city" label="City" />);
    expect(html).toContain('aria-invalid="false"');
    expect(html).not.toContain("aria-describedby");
  });
});

test("a button posts nothing unless it is told to, and a link is no button", () => {
  expect(renderToStaticMarkup(<Button>Go</Button>)).toContain('<button type="button"');
  expect(renderToStaticMarkup(<Button type="submit">Go</Button>)).toContain('type="submit"');
  const link = renderToStaticMarkup(
    <Button component="a" href="/submit">
      Go
    </Button>,
  );
  expect(link).toMatch(/^<a href="\/submit"/);
  expect(link).not.toContain("type=");
});

import type { Locator, Page } from "playwright";
import { SCREEN } from "../support/slow-link";

/** What a job takes of somebody at a phone. */
export interface Effort {
  taps: number;
  fields: number;
  characters: number;
  /** Pages, one after the other, with their length in screens as they are left. */
  screens: { page: string; length: number }[];
}

/** Somebody at a phone: what they tap and type is counted. */
export class BusyHand {
  readonly effort: Effort = { taps: 0, fields: 0, characters: 0, screens: [] };

  constructor(readonly page: Page) {}

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.effort.taps += 1;
  }

  /** Fills a field: a tap, and what is typed. */
  async type(label: string | Locator, text: string): Promise<void> {
    const field = typeof label === "string" ? this.page.getByLabel(label, { exact: true }) : label;
    await this.tap(field);
    await field.fill(text);
    this.effort.fields += 1;
    this.effort.characters += text.length;
  }

  /** Chooses from a native list: a tap opens it, another one chooses. */
  async choose(label: string, option: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).selectOption(option);
    this.effort.taps += 2;
    this.effort.fields += 1;
  }

  /** Chooses files by a field or a button. */
  async pick(target: Locator, files: string | string[]): Promise<void> {
    const dialog = this.page.waitForEvent("filechooser");
    await this.tap(target);
    await (await dialog).setFiles(files);
  }

  /** Leaves a page by a tap. @param page its name; its length is noted. */
  async leave(page: string, target: Locator, path: string | RegExp): Promise<void> {
    const height = await this.page.evaluate(() => document.documentElement.scrollHeight);
    this.effort.screens.push({ page, length: height / SCREEN.height });
    await this.tap(target);
    await this.page.waitForURL(path);
  }
}

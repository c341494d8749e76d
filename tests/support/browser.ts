import { Visitor } from "./visitor";

/** A visitor with any number of cookies, which it keeps and drops as it is told. */
export class Browser extends Visitor {
  private readonly jar = new Map<string, string>();

  override async send(path: string, init: RequestInit = {}): Promise<Response> {
    this.cookie = [...this.jar].map((pair) => pair.join("=")).join("; ");
    const reply = await super.send(path, init);
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0(;|$)/.test(line)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return reply;
  }

  /** Puts a cookie back, as somebody does who noted it. */
  put(name: string, value: string): void {
    this.jar.set(name, value);
  }

  read(name: string): string | undefined {
    return this.jar.get(name);
  }
}

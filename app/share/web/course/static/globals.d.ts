// What the scripts of a page find when they run: the player, and each other.

import type { MountOptions, Mounted } from "../../player/main.js";

declare global {
  const gjkscopePlayer: {
    mount(element: HTMLElement, payload: string, options?: MountOptions): Promise<Mounted | null>;
  };
  interface Window {
    gjkscopeCourse: { add(name: string, figure: unknown): void };
    gjkscopeSearch(entries: [address: string, title: string, heading: string, text: string][]): void;
  }
}

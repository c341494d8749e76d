import * as v from "valibot";
import type { CompressionConditions } from "./should-compress";

const batterySchema = v.object({ charging: v.boolean(), level: v.number() });

/** What few browsers tell of a device; a value that is missing or odd is not known. */
const navigatorSchema = v.object({
  deviceMemory: v.fallback(v.optional(v.number()), undefined),
  connection: v.fallback(
    v.optional(v.object({ saveData: v.optional(v.boolean(), false) })),
    undefined,
  ),
  getBattery: v.fallback(v.optional(v.function()), undefined),
});

/** No browser tells of its battery saver, which most devices switch on here. */
const LOW_BATTERY = 0.2;

async function isBatteryLow(getBattery: unknown): Promise<boolean> {
  if (typeof getBattery !== "function") return false;
  try {
    const { charging, level } = v.parse(batterySchema, await getBattery.call(navigator));
    return !charging && level <= LOW_BATTERY;
  } catch {
    return false;
  }
}

type DeviceConditions = Omit<CompressionConditions, "linkSpeed" | "encoderSpeed">;

/** What this device says for or against compressing, as far as its browser tells. */
export async function readDevice(): Promise<DeviceConditions> {
  const { deviceMemory, connection, getBattery } = v.parse(navigatorSchema, {
    deviceMemory: "deviceMemory" in navigator ? navigator.deviceMemory : undefined,
    connection: "connection" in navigator ? navigator.connection : undefined,
    getBattery: "getBattery" in navigator ? navigator.getBattery : undefined,
  });
  return {
    deviceMemory,
    isBatteryLow: await isBatteryLow(getBattery),
    isDataSaved: connection?.saveData ?? false,
  };
}

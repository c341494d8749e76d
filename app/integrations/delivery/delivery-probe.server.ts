import { DeliveryError, type DeliveryPlace } from "~/domain/delivery/delivery-place";
import { type Probe, ProbeError } from "~/observability/health/health-checks.server";

/** Probes whether a place opens; changes nothing there. */
export function deliveryProbe({ name, check }: DeliveryPlace): Probe {
  return async () => {
    try {
      await check();
      return `${name} opens.`;
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      throw new ProbeError(`Check the settings DELIVERY_…, then try again. ${error.message}`);
    }
  };
}

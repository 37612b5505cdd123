package io.headwaiter.front.control;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.door.Door;
import io.headwaiter.front.supply.CpuAccounting;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.front.work.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * What the control loop reads and the status page shows.
 *
 * @param gate also takes the policies
 * @param door accepts and refuses
 * @param meters what the workers measure
 * @param work the queue in front of the workers
 * @param supply the processors there are
 * @param resources threads and connections that requests hold
 * @param pools the rate that the pools carry by their model
 * @param visitNanosMax what one visit counts at most, {@link MeterSnapshot#visitNanosMax}
 * @param cpu accounts for the process's CPU time
 */
public record ControlSources(
    AdmissionGate gate,
    Door door,
    ServerMeters meters,
    WorkQueue work,
    CpuSupplyMeter supply,
    ResourceMeter resources,
    Supplier<PoolCapacity> pools,
    DoubleSupplier visitNanosMax,
    CpuAccounting cpu) {}

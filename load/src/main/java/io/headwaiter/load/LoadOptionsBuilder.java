package io.headwaiter.load;

import io.headwaiter.load.workload.EndReading;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PlainWorkload;
import io.headwaiter.load.workload.RateProfile;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * Builds {@link LoadOptions}. {@link #build()} rejects values out of range and corrects none
 * silently, because a run must not differ from its options; only times are rounded up to whole
 * milliseconds. A session in the name of an option is a visit. Not thread-safe.
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>option</th><th>unit</th><th>range</th><th>default</th></tr>
 * <tr><td>target</td><td>URI</td><td>https or http, host, port 1 to 65535</td><td>none; port 443 or 80</td></tr>
 * <tr><td>seed</td><td></td><td>any long</td><td>1</td></tr>
 * <tr><td>arrivals</td><td></td><td>poisson, uniform, constant, bursty, closed</td><td>poisson</td></tr>
 * <tr><td>ratePerSecond</td><td>visits/s</td><td>0.001 to 100000</td><td>10</td></tr>
 * <tr><td>profile</td><td>factor on the rate</td><td>at least 0</td><td>constant</td></tr>
 * <tr><td>burstFactor</td><td>factor on the rate</td><td>1.01 to 2</td><td>1.8, bursty only</td></tr>
 * <tr><td>dispersion</td><td>variance / mean</td><td>1.01 to 100000</td><td>20, bursty only</td></tr>
 * <tr><td>clients</td><td>clients</td><td>1 to 100000</td><td>none, closed only</td></tr>
 * <tr><td>plain</td><td></td><td>see {@link PlainWorkload}</td><td>none: a mix of a shop</td></tr>
 * <tr><td>mix</td><td></td><td>a mix; this and the next seven are for shops only</td><td>bidding</td></tr>
 * <tr><td>endReading</td><td></td><td>original, literal, fitted</td><td>literal</td></tr>
 * <tr><td>meanRequests</td><td>requests</td><td>1 to 1000000</td><td>45, fitted only</td></tr>
 * <tr><td>maxRequests</td><td>requests</td><td>1 to 1000</td><td>1000</td></tr>
 * <tr><td>users</td><td></td><td>1 to 100000000</td><td>1000</td></tr>
 * <tr><td>categories</td><td></td><td>1 to 10000</td><td>20</td></tr>
 * <tr><td>regions</td><td></td><td>1 to 10000</td><td>62</td></tr>
 * <tr><td>items</td><td></td><td>1 to 100000000</td><td>1000</td></tr>
 * <tr><td>thinkMean</td><td>time</td><td>0 to 1 h</td><td>7 s</td></tr>
 * <tr><td>thinkScale</td><td>factor</td><td>0 to 100</td><td>1</td></tr>
 * <tr><td>patience</td><td>time</td><td>10 ms to 1 h, or 0 for no limit</td><td>10 s</td></tr>
 * <tr><td>newConnectionPerRequest</td><td></td><td>true, false</td><td>false</td></tr>
 * <tr><td>burstRequests</td><td>requests</td><td>1 to 32</td><td>1</td></tr>
 * <tr><td>httpVersion</td><td></td><td>HTTP_1_1, HTTP_2</td><td>HTTP_1_1</td></tr>
 * <tr><td>imageConnections</td><td>connections, or streams</td><td>0 to 100</td><td>0</td></tr>
 * <tr><td>cachedShare</td><td>probability</td><td>0 to 1</td><td>0</td></tr>
 * <tr><td>onFailure</td><td></td><td>give up, retry same session, come back as new</td><td>give up</td></tr>
 * <tr><td>retryDelay</td><td>time</td><td>0 to 1 h</td><td>1 s</td></tr>
 * <tr><td>retrySpread</td><td>part of retryDelay</td><td>0 to 1</td><td>0</td></tr>
 * <tr><td>maxRetries</td><td>retries</td><td>0 to 100</td><td>3; unused when giving up</td></tr>
 * <tr><td>tlsVersions</td><td></td><td>TLS_1_2, TLS_1_3, BOTH</td><td>BOTH</td></tr>
 * <tr><td>resumeShare</td><td>probability</td><td>0 to 1</td><td>1</td></tr>
 * <tr><td>suite</td><td></td><td>a suite of TLS 1.2</td><td>BoringSSL's list</td></tr>
 * <tr><td>group</td><td></td><td>see {@link TlsOptions}</td><td>the first three</td></tr>
 * <tr><td>certificates</td><td></td><td>checked or not, PEM</td><td>not checked</td></tr>
 * <tr><td>warmup</td><td>time</td><td>0 to 1 h</td><td>5 s</td></tr>
 * <tr><td>duration</td><td>time</td><td>100 ms to 24 h</td><td>30 s</td></tr>
 * <tr><td>maxSessions</td><td>visits</td><td>0 to 1000000000; 0: no bound</td><td>0</td></tr>
 * <tr><td>maxConcurrentSessions</td><td>visits</td><td>1 to 200000</td><td>15000</td></tr>
 * <tr><td>eventLoops</td><td>threads</td><td>1 to 16</td><td>1</td></tr>
 * <tr><td>sourceAddresses</td><td>addresses</td><td>0 to 200</td><td>0</td></tr>
 * <tr><td>sourceNetworks</td><td></td><td>networks of 127.0.0.0/8</td><td>none</td></tr>
 * <tr><td>part</td><td></td><td>1 to parts, of 1 to 1000</td><td>1 of 1</td></tr>
 * </table>
 */
public final class LoadOptionsBuilder {
  private static final int DEFAULT_MEAN_REQUESTS = 45;
  private static final double DEFAULT_BURST_FACTOR = 1.8;
  private static final double DEFAULT_DISPERSION = 20;

  private final URI target;
  private long seed = 1;
  private ArrivalKind arrivals = ArrivalKind.POISSON;
  private double ratePerSecond = 10;
  private int clients;
  private double burstFactor = DEFAULT_BURST_FACTOR;
  private double dispersion = DEFAULT_DISPERSION;
  private RateProfile profile = RateProfile.CONSTANT;
  private PlainWorkload plain;
  private Mix mix = Mix.BIDDING;
  private EndReading endReading = EndReading.LITERAL;
  private double meanRequests = DEFAULT_MEAN_REQUESTS;
  private int maxRequests = 1000;
  private int users = 1000;
  private int categories = 20;
  private int regions = 62;
  private int items = 1000;
  private Duration thinkMean = Duration.ofSeconds(7);
  private double thinkScale = 1;
  private Duration patience = Duration.ofSeconds(10);
  private boolean newConnectionPerRequest;
  private int burstRequests = 1;
  private HttpVersion httpVersion = HttpVersion.HTTP_1_1;
  private int imageConnections;
  private double cachedShare;
  private OnFailure onFailure = OnFailure.GIVE_UP;
  private Duration retryDelay = Duration.ofSeconds(1);
  private double retrySpread;
  private int maxRetries = 3;
  private TlsVersions tlsVersions = TlsVersions.BOTH;
  private double resumeShare = 1;
  private String suite = "";
  private String group = "";
  private boolean checked;
  private String authorities = "";
  private Duration warmup = Duration.ofSeconds(5);
  private Duration duration = Duration.ofSeconds(30);
  private long maxSessions;
  private int maxConcurrentSessions = 15_000;
  private int eventLoops = 1;
  private int sourceAddresses;
  private String sourceNetworks = "";
  private int part = 1;
  private int parts = 1;

  LoadOptionsBuilder(URI target) {
    this.target = Objects.requireNonNull(target, "target");
  }

  LoadOptionsBuilder(LoadOptions options) {
    this.target = options.target();
    this.seed = options.seed();
    copyWorkload(options.arrivals(), options.workload());
    copyVisit(options.visit());
    copyTls(options.tls());
    this.warmup = Duration.ofMillis(options.run().warmupMillis());
    this.duration = Duration.ofMillis(options.run().durationMillis());
    this.maxSessions = options.run().maxSessions();
    this.maxConcurrentSessions = options.run().maxConcurrentSessions();
    this.eventLoops = options.run().eventLoops();
    this.sourceAddresses = options.run().sourceAddresses();
    this.sourceNetworks = options.run().sourceNetworks();
    this.part = options.run().part();
    this.parts = options.run().parts();
  }

  private void copyTls(TlsOptions tls) {
    tlsVersions = tls.versions();
    resumeShare = tls.resumeShare();
    suite = tls.suite();
    group = tls.group();
    checked = tls.checked();
    authorities = tls.authorities();
  }

  private void copyWorkload(ArrivalOptions from, WorkloadOptions workload) {
    arrivals = from.kind();
    ratePerSecond = from.ratePerSecond();
    clients = from.clients();
    boolean bursty = arrivals == ArrivalKind.BURSTY;
    burstFactor = bursty ? from.burstFactor() : DEFAULT_BURST_FACTOR;
    dispersion = bursty ? from.dispersion() : DEFAULT_DISPERSION;
    profile = from.profile();
    if (workload instanceof WorkloadOptions.Plain other) {
      plain = other.customers();
    } else {
      copyShop((WorkloadOptions.Shop) workload);
    }
  }

  private void copyShop(WorkloadOptions.Shop workload) {
    mix = workload.mix();
    endReading = workload.endReading();
    meanRequests =
        endReading == EndReading.FITTED ? workload.meanRequests() : DEFAULT_MEAN_REQUESTS;
    maxRequests = workload.maxRequests();
    users = workload.users();
    categories = workload.categories();
    regions = workload.regions();
    items = workload.items();
  }

  private void copyVisit(VisitOptions visit) {
    thinkMean = Duration.ofMillis(visit.thinkMeanMillis());
    thinkScale = visit.thinkScale();
    patience = Duration.ofMillis(visit.patienceMillis());
    newConnectionPerRequest = visit.newConnectionPerRequest();
    burstRequests = visit.burstRequests();
    httpVersion = visit.httpVersion();
    imageConnections = visit.imageConnections();
    cachedShare = visit.cachedShare();
    onFailure = visit.onFailure();
    retryDelay = Duration.ofMillis(visit.retryDelayMillis());
    retrySpread = visit.retrySpread();
    maxRetries = visit.maxRetries();
  }

  /** Sets partly open arrivals of this kind, at a mean of 0.001 to 100000 visits per second. */
  public LoadOptionsBuilder arrivals(ArrivalKind kind, double ratePerSecond) {
    this.arrivals = kind;
    this.ratePerSecond = ratePerSecond;
    return this;
  }

  /** Sets the mean rate of partly open arrivals, 0.001 to 100000 visits per second. */
  public LoadOptionsBuilder ratePerSecond(double ratePerSecond) {
    this.ratePerSecond = ratePerSecond;
    return this;
  }

  /**
   * Sets how bursty arrivals are, see {@link ArrivalKind#BURSTY}.
   *
   * @param factor rate in a burst divided by the mean rate, 1.01 to 2
   * @param dispersion index of dispersion of counts over long windows, 1.01 to 100000
   */
  public LoadOptionsBuilder bursts(double factor, double dispersion) {
    this.burstFactor = factor;
    this.dispersion = dispersion;
    return this;
  }

  /** Sets how the rate changes during the run, warm-up included. */
  public LoadOptionsBuilder profile(RateProfile profile) {
    this.profile = profile;
    return this;
  }

  /** Sets a closed population of this many clients, 1 to 100000. */
  public LoadOptionsBuilder closedPopulation(int clients) {
    this.arrivals = ArrivalKind.CLOSED;
    this.clients = clients;
    this.ratePerSecond = 0;
    return this;
  }

  /** Sets the seed of arrivals, walks, parameters and think times. */
  public LoadOptionsBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  /** Sets customers of any site in place of a mix; null for the mix again. */
  public LoadOptionsBuilder plain(PlainWorkload plain) {
    this.plain = plain;
    return this;
  }

  /** Sets the mix of a shop's customers. */
  public LoadOptionsBuilder mix(Mix mix) {
    this.mix = mix;
    return this;
  }

  /** Sets how visits to the auction end. */
  public LoadOptionsBuilder endReading(EndReading endReading) {
    this.endReading = endReading;
    return this;
  }

  /** Sets the mean length of visits of {@link EndReading#FITTED}, 1 to 1000000 requests. */
  public LoadOptionsBuilder meanRequests(double meanRequests) {
    this.meanRequests = meanRequests;
    return this;
  }

  /** Sets the most requests of a visit, 1 to 1000. */
  public LoadOptionsBuilder maxRequests(int maxRequests) {
    this.maxRequests = maxRequests;
    return this;
  }

  /** Sets the number of registered users of the site. */
  public LoadOptionsBuilder users(int users) {
    this.users = users;
    return this;
  }

  /** Sets the number of categories of the site. */
  public LoadOptionsBuilder categories(int categories) {
    this.categories = categories;
    return this;
  }

  /** Sets the number of regions of the site. */
  public LoadOptionsBuilder regions(int regions) {
    this.regions = regions;
    return this;
  }

  /** Sets the highest item id requested before a page has shown one. */
  public LoadOptionsBuilder items(int items) {
    this.items = items;
    return this;
  }

  /** Sets the mean think time before scaling. */
  public LoadOptionsBuilder thinkMean(Duration thinkMean) {
    this.thinkMean = thinkMean;
    return this;
  }

  /** Sets the factor on every think time, 0 to 100. */
  public LoadOptionsBuilder thinkScale(double thinkScale) {
    this.thinkScale = thinkScale;
    return this;
  }

  /** Sets the longest wait for one page, connecting included; zero for no limit. */
  public LoadOptionsBuilder patience(Duration patience) {
    this.patience = patience;
    return this;
  }

  /** Sets whether each request gets its own connection. */
  public LoadOptionsBuilder newConnectionPerRequest(boolean newConnectionPerRequest) {
    this.newConnectionPerRequest = newConnectionPerRequest;
    return this;
  }

  /** Sets the number of interactions pipelined before thinking, 1 to 32. */
  public LoadOptionsBuilder burstRequests(int burstRequests) {
    this.burstRequests = burstRequests;
    return this;
  }

  /** Sets the version of HTTP that customers speak. */
  public LoadOptionsBuilder httpVersion(HttpVersion httpVersion) {
    this.httpVersion = httpVersion;
    return this;
  }

  /** Sets the probability that a customer has in the cache what pages embed, 0 to 1. */
  public LoadOptionsBuilder cachedShare(double cachedShare) {
    this.cachedShare = cachedShare;
    return this;
  }

  /** Sets how many connections, or streams of HTTP/2, fetch what a page embeds at a time. */
  public LoadOptionsBuilder imageConnections(int imageConnections) {
    this.imageConnections = imageConnections;
    return this;
  }

  /** Sets the reaction of a customer to a failure. */
  public LoadOptionsBuilder onFailure(OnFailure onFailure) {
    this.onFailure = onFailure;
    return this;
  }

  /** Sets the pause before a retry. */
  public LoadOptionsBuilder retryDelay(Duration retryDelay) {
    this.retryDelay = retryDelay;
    return this;
  }

  /** Sets the largest deviation of one pause from retryDelay, as a part of it, 0 to 1. */
  public LoadOptionsBuilder retrySpread(double retrySpread) {
    this.retrySpread = retrySpread;
    return this;
  }

  /** Sets the most retries of one visit or returns of one customer, 0 to 100. */
  public LoadOptionsBuilder maxRetries(int maxRetries) {
    this.maxRetries = maxRetries;
    return this;
  }

  /** Sets the TLS versions offered. */
  public LoadOptionsBuilder tlsVersions(TlsVersions tlsVersions) {
    this.tlsVersions = tlsVersions;
    return this;
  }

  /** Sets the share of visits that resume their TLS session, 0 to 1. */
  public LoadOptionsBuilder resumeShare(double resumeShare) {
    this.resumeShare = resumeShare;
    return this;
  }

  /** Sets the only cipher suite of TLS 1.2 that is offered; blank for BoringSSL's list. */
  public LoadOptionsBuilder suite(String suite) {
    this.suite = suite;
    return this;
  }

  /** Sets the only group that is offered for the key exchange; blank for the usual ones. */
  public LoadOptionsBuilder group(String group) {
    this.group = group;
    return this;
  }

  /**
   * Makes clients check the server's certificate and its name.
   *
   * @param authorities certificates to trust, as PEM; blank for those that the JVM trusts
   */
  public LoadOptionsBuilder checkCertificates(String authorities) {
    this.checked = true;
    this.authorities = authorities;
    return this;
  }

  /** Sets the time before the measurement window. */
  public LoadOptionsBuilder warmup(Duration warmup) {
    this.warmup = warmup;
    return this;
  }

  /** Sets the length of the measurement window. */
  public LoadOptionsBuilder duration(Duration duration) {
    this.duration = duration;
    return this;
  }

  /** Sets the number of visits; the run ends when all have ended; 0 for no bound. */
  public LoadOptionsBuilder maxSessions(long maxSessions) {
    this.maxSessions = maxSessions;
    return this;
  }

  /** Sets the most visits under way at once, 1 to 200000. */
  public LoadOptionsBuilder maxConcurrentSessions(int maxConcurrentSessions) {
    this.maxConcurrentSessions = maxConcurrentSessions;
    return this;
  }

  /** Sets the number of threads that drive the load, 1 to 16. */
  public LoadOptionsBuilder eventLoops(int eventLoops) {
    this.eventLoops = eventLoops;
    return this;
  }

  /** Sets the number of loopback source addresses used in rotation, 0 to 200. */
  public LoadOptionsBuilder sourceAddresses(int sourceAddresses) {
    this.sourceAddresses = sourceAddresses;
    return this;
  }

  /** Sets loopback networks to use the addresses of instead, such as 127.1.1.0/24. */
  public LoadOptionsBuilder sourceNetworks(String sourceNetworks) {
    this.sourceNetworks = sourceNetworks;
    return this;
  }

  /** Makes the run one part of a load, 1 to {@code parts}, of at most 1000. */
  public LoadOptionsBuilder part(int part, int parts) {
    this.part = part;
    this.parts = parts;
    return this;
  }

  /**
   * Validates and returns the options.
   *
   * @throws IllegalArgumentException naming the option, its value, the range and the remedy
   */
  public LoadOptions build() {
    return new LoadOptions(
        target, seed, buildArrivals(), buildWorkload(), buildVisit(), buildTls(), buildRun());
  }

  private ArrivalOptions buildArrivals() {
    boolean closed = arrivals == ArrivalKind.CLOSED;
    boolean bursty = arrivals == ArrivalKind.BURSTY;
    return new ArrivalOptions(
        arrivals,
        ratePerSecond,
        closed ? clients : 0,
        bursty ? burstFactor : 0,
        bursty ? dispersion : 0,
        profile);
  }

  private WorkloadOptions buildWorkload() {
    if (plain != null) {
      return new WorkloadOptions.Plain(plain);
    }
    double mean = endReading == EndReading.FITTED ? meanRequests : 0;
    return new WorkloadOptions.Shop(
        mix, endReading, mean, maxRequests, users, categories, regions, items);
  }

  private VisitOptions buildVisit() {
    return new VisitOptions(
        OptionChecks.millis("thinkMean", thinkMean),
        thinkScale,
        OptionChecks.millis("patience", patience),
        newConnectionPerRequest,
        burstRequests,
        httpVersion,
        imageConnections,
        cachedShare,
        onFailure,
        OptionChecks.millis("retryDelay", retryDelay),
        retrySpread,
        maxRetries);
  }

  private TlsOptions buildTls() {
    return new TlsOptions(tlsVersions, resumeShare, suite, group, checked, authorities);
  }

  private RunOptions buildRun() {
    return new RunOptions(
        OptionChecks.millis("warmup", warmup),
        OptionChecks.millis("duration", duration),
        maxSessions,
        maxConcurrentSessions,
        eventLoops,
        sourceAddresses,
        sourceNetworks,
        part,
        parts);
  }
}

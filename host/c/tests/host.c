/* A host program: transfers, a kernel, words of memories, and arguments that are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mnc2.h"

#define COUNT 64
#define BYTES (COUNT * sizeof(double))
#define OUTPUT 32768

#define CHECK(condition)                                                  \
    do {                                                                  \
        if (!(condition)) {                                               \
            printf("line %d: %s\n", __LINE__, #condition);                \
            failed = 1;                                                   \
        }                                                                 \
    } while (0)

static int failed = 0;

static void compute(mnc2_device_t dev, const char *path)
{
    double *send = mnc2_alloc_host_buffer(dev, BYTES);
    double *recv = mnc2_alloc_host_buffer(dev, BYTES);
    CHECK(send != NULL && recv != NULL);
    for (int i = 0; i < COUNT; i++)
        send[i] = i + 0.5;
    CHECK(mnc2_send(dev, send, 0, BYTES, 1) == MNC2_SUCCESS);
    mnc2_kernel_t kernel = mnc2_load_kernel(dev, path);
    CHECK(kernel != NULL);
    uint8_t waits[4], moves[4];
    int wait_count = 0, move_count = 0;
    CHECK(mnc2_kernel_get_dma_tags(kernel, waits, moves, 4, &wait_count, &move_count) == MNC2_SUCCESS);
    CHECK(wait_count == 2 && waits[0] == 1 && waits[1] == 2);
    CHECK(move_count == 2 && moves[0] == 2 && moves[1] == 3);
    CHECK(mnc2_exec_kernel(kernel) == MNC2_SUCCESS);
    CHECK(mnc2_recv(dev, recv, OUTPUT, BYTES, 3) == MNC2_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        CHECK(recv[i] == send[i]);
    CHECK(mnc2_recv(dev, recv, OUTPUT, BYTES, 4) == MNC2_ERROR_TIMEOUT);
    CHECK(mnc2_reset(dev) == MNC2_SUCCESS);
    CHECK(mnc2_recv(dev, recv, OUTPUT, BYTES, 3) == MNC2_ERROR_TIMEOUT);
    CHECK(mnc2_recv(dev, recv, OUTPUT, BYTES, 0) == MNC2_SUCCESS);
    uint64_t word = 0, bits = 0;
    mnc2_loc_t loc = MNC2_LOC_INIT;
    CHECK(mnc2_debug_read(dev, MNC2_MEM_L2BM, &loc, 1, 1, &word) == MNC2_SUCCESS);
    memcpy(&bits, &send[1], sizeof bits);
    CHECK(word == bits);
    mnc2_free_kernel(kernel);
    CHECK(mnc2_exec_kernel(kernel) == MNC2_ERROR_KERNEL);
    mnc2_free_host_buffer(dev, send, BYTES);
    mnc2_free_host_buffer(dev, recv, BYTES);
}

static void words(mnc2_device_t dev)
{
    static const int regions[] = {MNC2_MEM_L2BM, MNC2_MEM_L1BM, MNC2_MEM_LM0,
                                  MNC2_MEM_LM1,  MNC2_MEM_GRF0, MNC2_MEM_GRF1};
    mnc2_loc_t last = {3, 1, 7, 15, 3};
    for (unsigned i = 0; i < sizeof regions / sizeof regions[0]; i++) {
        uint64_t data[2] = {UINT64_C(0x0123456789abcdef) + i, ~(uint64_t)i}, read[2] = {0, 0};
        CHECK(mnc2_debug_write(dev, regions[i], &last, 254, 2, data) == MNC2_SUCCESS);
        CHECK(mnc2_debug_read(dev, regions[i], &last, 254, 2, read) == MNC2_SUCCESS);
        CHECK(memcmp(data, read, sizeof data) == 0);
        CHECK(mnc2_debug_read(dev, regions[i], NULL, 254, 2, read) == MNC2_SUCCESS);
        CHECK(read[0] == 0 && read[1] == 0);
    }
}

/* Each order and the word that the bytes 00 to 07 become. */
static void byte_orders(mnc2_device_t dev)
{
    static const uint64_t expected[] = {UINT64_C(0x3f3e3d3c3b3a3938), UINT64_C(0x0001020304050607),
                                        UINT64_C(0x0100030205040706), UINT64_C(0x0302010007060504),
                                        UINT64_C(0x0706050403020100)};
    unsigned char bytes[64], back[64];
    for (int i = 0; i < 64; i++)
        bytes[i] = (unsigned char)i;
    CHECK(mnc2_get_endian_ctrl(dev) == 4);
    for (int order = 0; order < 5; order++) {
        uint64_t word = 0;
        CHECK(mnc2_set_endian_ctrl(dev, order) == MNC2_SUCCESS);
        CHECK(mnc2_send(dev, bytes, 64, sizeof bytes, 0) == MNC2_SUCCESS);
        CHECK(mnc2_debug_read(dev, MNC2_MEM_PDM, NULL, 8, 1, &word) == MNC2_SUCCESS);
        CHECK(word == expected[order]);
        CHECK(mnc2_recv(dev, back, 64, sizeof back, 0) == MNC2_SUCCESS);
        CHECK(memcmp(bytes, back, sizeof bytes) == 0);
    }
    CHECK(mnc2_set_endian_ctrl(dev, 0) == MNC2_SUCCESS);
    CHECK(mnc2_send(dev, bytes, 8, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_set_endian_ctrl(dev, 5) == MNC2_ERROR_PARAM);
    CHECK(mnc2_set_endian_ctrl(dev, -1) == MNC2_ERROR_PARAM);
    CHECK(mnc2_set_endian_ctrl(dev, 4) == MNC2_SUCCESS);
}

static void refused_transfers(mnc2_device_t dev)
{
    uint64_t word[4] = {0, 0, 0, 0};
    CHECK(mnc2_send(NULL, word, 0, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send((mnc2_device_t)(uintptr_t)12345, word, 0, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, NULL, 0, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, 4, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, 0, 0, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, 0, 7, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, 0, SIZE_MAX & ~(size_t)7, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, UINT64_MAX & ~UINT64_C(7), 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, 4 * 1024 * 1024, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, word, 0, 8, 64) == MNC2_ERROR_PARAM);
    CHECK(mnc2_recv(dev, NULL, 0, 8, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_recv(dev, word, 0, 8, 64) == MNC2_ERROR_PARAM);
    unsigned char *buffer = mnc2_alloc_host_buffer(dev, 64);
    CHECK(mnc2_recv(dev, buffer, 0, 72, 0) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(dev, buffer + 56, 0, 16, 0) == MNC2_ERROR_PARAM);
    CHECK(strstr(mnc2_last_error(), "buffer of 64 bytes") != NULL);
    CHECK(mnc2_send(dev, buffer + 1, 0, 16, 0) == MNC2_SUCCESS);
    mnc2_free_host_buffer(dev, buffer, 63);
    mnc2_free_host_buffer(dev, buffer, 64);
    mnc2_free_host_buffer(dev, word, 8);
    mnc2_free_host_buffer(dev, NULL, 8);
    CHECK(mnc2_alloc_host_buffer(dev, 0) == NULL);
    CHECK(mnc2_alloc_host_buffer(dev, SIZE_MAX) == NULL);
    CHECK(mnc2_alloc_host_buffer(NULL, 8) == NULL);
}

static void refused_words(mnc2_device_t dev)
{
    uint64_t word[2] = {0, 0};
    mnc2_loc_t beyond[] = {{4, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {0, 0, 8, 0, 0}, {0, 0, 0, 16, 0},
                           {0, 0, 0, 0, 4}, {-1, 0, 0, 0, 0}, {0, 0, 0, 0, 256}};
    for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        CHECK(mnc2_debug_read(dev, MNC2_MEM_LM0, &beyond[i], 0, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, 8, NULL, 0, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, -1, NULL, 0, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_LM0, NULL, 0, 0, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_LM0, NULL, -1, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_LM0, NULL, 2047, 2, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_GRF0, NULL, 256, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_LM0, NULL, 0, 1, NULL) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_LM0, NULL, 0, 1, (uint64_t *)((char *)word + 1)) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_write(dev, MNC2_MEM_LM0, NULL, 0, 1, NULL) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_write(dev, MNC2_MEM_PDM, NULL, 0, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_write(dev, MNC2_MEM_DRAM, NULL, 0, 1, word) == MNC2_ERROR_PARAM);
    CHECK(mnc2_debug_read(dev, MNC2_MEM_DRAM, NULL, 0, 2, word) == MNC2_SUCCESS);
    CHECK(mnc2_debug_write(NULL, MNC2_MEM_LM0, NULL, 0, 1, word) == MNC2_ERROR_PARAM);
}

static void refused_kernels(mnc2_device_t dev, const char *wrong)
{
    CHECK(mnc2_load_kernel(dev, NULL) == NULL);
    CHECK(mnc2_load_kernel(NULL, wrong) == NULL);
    CHECK(mnc2_load_kernel(dev, "there is no such file") == NULL);
    CHECK(mnc2_load_kernel(dev, "/") == NULL);
    CHECK(mnc2_load_kernel(dev, wrong) == NULL);
    CHECK(strstr(mnc2_last_error(), "line 2") != NULL);
    CHECK(mnc2_exec_kernel(NULL) == MNC2_ERROR_PARAM);
    CHECK(mnc2_exec_kernel((mnc2_kernel_t)dev) == MNC2_ERROR_KERNEL);
    mnc2_free_kernel(NULL);
    mnc2_free_kernel((mnc2_kernel_t)(uintptr_t)99999);
    uint8_t tags[1];
    int count;
    CHECK(mnc2_kernel_get_dma_tags(NULL, tags, tags, 1, &count, &count) == MNC2_ERROR_PARAM);
}

static void queues(mnc2_device_t dev)
{
    mnc2_ddma_stat_t data;
    mnc2_idma_stat_t kernels;
    uint64_t value;
    memset(&data, 1, sizeof data);
    memset(&kernels, 1, sizeof kernels);
    CHECK(mnc2_get_ddma_stat(dev, &data) == MNC2_SUCCESS && data.pdm_to_host[1].n_dma == 0);
    CHECK(mnc2_get_idma_stat(dev, &kernels) == MNC2_SUCCESS && kernels.overflow == 0);
    CHECK(mnc2_get_ddma_stat(dev, NULL) == MNC2_ERROR_PARAM);
    CHECK(mnc2_get_idma_stat(NULL, &kernels) == MNC2_ERROR_PARAM);
    CHECK(mnc2_wait_ddma_idle(dev) == MNC2_SUCCESS && mnc2_wait_idma_idle(dev) == MNC2_SUCCESS);
    CHECK(mnc2_reset(dev) == MNC2_SUCCESS && mnc2_reset(NULL) == MNC2_ERROR_PARAM);
    CHECK(mnc2_get_ddma_complete_max(dev) == 2000);
    CHECK(mnc2_set_ddma_complete_max(dev, 7) == 2000 && mnc2_get_ddma_complete_max(dev) == 7);
    CHECK(mnc2_set_ddma_kick_verify_max(dev, 7) == 100 && mnc2_get_ddma_kick_verify_max(dev) == 7);
    CHECK(mnc2_set_idma_kick_verify_max(dev, 7) == 100 && mnc2_get_idma_kick_verify_max(dev) == 7);
    CHECK(mnc2_set_idma_complete_max(dev, 7) == 5000 && mnc2_get_idma_complete_max(dev) == 7);
    CHECK(mnc2_get_idma_complete_max(NULL) == -1);
    CHECK(mnc2_read_pio(dev, 0, &value) == MNC2_ERROR_DEVICE);
    CHECK(mnc2_write_pio(dev, 0, 0) == MNC2_ERROR_DEVICE);
    CHECK(strcmp(mnc2_get_backend_name(dev), "emu:lib") == 0);
    CHECK(strcmp(mnc2_get_backend_name(NULL), "unknown") == 0);
    CHECK(mnc2_get_backend() == MNC2_BACKEND_EMU_LIB);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    CHECK(mnc2_open(-1) == NULL);
    mnc2_device_t dev = mnc2_open(0), other = mnc2_open(0);
    CHECK(dev != NULL && other != NULL && dev != other);
    for (int i = 1; i < argc - 1; i++)
        compute(dev, argv[i]);
    words(dev);
    byte_orders(dev);
    refused_transfers(dev);
    refused_words(dev);
    refused_kernels(dev, argv[argc - 1]);
    queues(dev);

    mnc2_kernel_t kernel = mnc2_load_kernel(other, argv[1]);
    uint64_t word = 0;
    mnc2_close(other);
    CHECK(mnc2_exec_kernel(kernel) == MNC2_ERROR_PARAM);
    CHECK(mnc2_send(other, &word, 0, 8, 0) == MNC2_ERROR_PARAM);
    mnc2_close(other);
    mnc2_close(NULL);
    mnc2_free_kernel(kernel);
    mnc2_close(dev);
    puts(failed ? "FAILED" : "ALL PASS");
    return failed;
}

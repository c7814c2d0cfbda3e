/* The host's calls for MN-Core 2, over the emulator of mnc2 in the process of the host.
 *
 * The calls and constants have the names and values that the public reference of the unofficial SDK documents, so that its host
 * programs compile unchanged. Every call completes before it returns. A call that fails returns a negative number or NULL,
 * writes a sentence to standard error, and keeps it for mnc2_last_error.
 *
 * Handles that were closed, and NULL, are refused. A buffer must have the size that the call is given; the size of a
 * buffer of mnc2_alloc_host_buffer is checked. Different devices can be used by different threads.
 */
#ifndef MNC2_H
#define MNC2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This library and no other has it. */
#define MNC2_EMULATED 1

typedef struct mnc2_device *mnc2_device_t;
typedef struct mnc2_kernel *mnc2_kernel_t;

/* Results. */
#define MNC2_SUCCESS 0
#define MNC2_ERROR_DEVICE (-1)  /* no such device, or not on an emulator */
#define MNC2_ERROR_DMA (-2)
#define MNC2_ERROR_PIO (-3)
#define MNC2_ERROR_IO (-4)      /* a file cannot be read */
#define MNC2_ERROR_TIMEOUT (-5) /* it would wait for what does not come */
#define MNC2_ERROR_ENV (-6)
#define MNC2_ERROR_PARAM (-7)   /* a wrong argument; nothing was done */
#define MNC2_ERROR_KERNEL (-8)  /* no such kernel, or it stopped before its end */
#define MNC2_ERROR_BUSY (-9)

#define MNC2_BACKEND_UNKNOWN (-1)
#define MNC2_BACKEND_DEVICE 0
#define MNC2_BACKEND_EMU_PROCESS 1
#define MNC2_BACKEND_EMU_LIB 2

/* Memories of mnc2_debug_read and mnc2_debug_write. Their numbers are this library's own. */
#define MNC2_MEM_PDM 0
#define MNC2_MEM_DRAM 1
#define MNC2_MEM_L2BM 2
#define MNC2_MEM_L1BM 3
#define MNC2_MEM_LM0 4
#define MNC2_MEM_LM1 5
#define MNC2_MEM_GRF0 6
#define MNC2_MEM_GRF1 7

/* An element of the chip: group, L2B in it, L1B in that, MAB, PE. */
typedef struct {
    int chip;
    int l2b;
    int l1b;
    int mab;
    int pe;
} mnc2_loc_t;

#define MNC2_LOC_INIT {0, 0, 0, 0, 0}

/* The queue of data transfers; the emulator's is always empty. */
typedef struct {
    int active;
    int regset;
    int overflow;
    int n_dma;
} mnc2_ddma_ch_stat_t;

typedef struct {
    mnc2_ddma_ch_stat_t host_to_pdm[2];
    mnc2_ddma_ch_stat_t pdm_to_host[2];
} mnc2_ddma_stat_t;

/* The queue of kernels; the emulator's is always empty. */
typedef struct {
    int n_dma;
    int inst_in_ibuf;
    int overflow;
} mnc2_idma_stat_t;

/* The sentence of the last call of this thread that failed; "" before one did. It is valid until the next call. */
const char *mnc2_last_error(void);

/* A chip of its own for each call, with zeros in all memories; NULL for a negative number. */
mnc2_device_t mnc2_open(int device_number);
void mnc2_close(mnc2_device_t dev);
/* Keeps the memories, and forgets which tags kernels have issued. */
int mnc2_reset(mnc2_device_t dev);
/* "emu:lib", or "unknown" without a device. */
const char *mnc2_get_backend_name(mnc2_device_t dev);
int mnc2_get_backend(void);

/* Memory for transfers, zero at first; NULL if there is none of this size. */
void *mnc2_alloc_host_buffer(mnc2_device_t dev, size_t size);
void mnc2_free_host_buffer(mnc2_device_t dev, void *buf, size_t size);

/* Host to PDM of group 0, and back. Offset and size are bytes, multiples of 8; tags go from 0 to 63. A tag to receive belongs to an
 * MV instruction: MNC2_ERROR_TIMEOUT if no kernel has issued it; 0 waits for none. */
int mnc2_send(mnc2_device_t dev, const void *buf, uint64_t pdm_offset, size_t size, unsigned int send_wait_tag);
int mnc2_recv(mnc2_device_t dev, void *buf, uint64_t pdm_offset, size_t size, unsigned int recv_wait_tag);

/* The order of bytes in transfers, 0 to 4: by 64 bytes, as it is, by 2, 4 or 8 bytes (at first). */
int mnc2_set_endian_ctrl(mnc2_device_t dev, int endian_ctrl);
int mnc2_get_endian_ctrl(const mnc2_device_t dev);

/* A kernel: what `mnc2 emu assemble3` writes (.idma.dat or .asm), or a program (.vsm). */
mnc2_kernel_t mnc2_load_kernel(mnc2_device_t dev, const char *path);
void mnc2_free_kernel(mnc2_kernel_t kernel);
/* Runs it to its end on the device that it was loaded for. With MNC2_DEBUG=1 in the environment it waits for a debugger first. */
int mnc2_exec_kernel(mnc2_kernel_t kernel);
/* The tags that it waits for, and the tags of its MV instructions, up to max_tags each. */
int mnc2_kernel_get_dma_tags(mnc2_kernel_t kernel, uint8_t *tags_wd, uint8_t *tags_mv, int max_tags,
                             int *out_wd_count, int *out_mv_count);

/* Words of 64 bits in a memory of an element; addresses count such words. NULL is the first element. PDM and DRAM are read
 * only: mnc2_send writes PDM. */
int mnc2_debug_read(mnc2_device_t dev, int mem_region, const mnc2_loc_t *loc, int addr, int count, uint64_t *out);
int mnc2_debug_write(mnc2_device_t dev, int mem_region, const mnc2_loc_t *loc, int addr, int count,
                     const uint64_t *data);

/* There is nothing to wait for. */
int mnc2_wait_ddma_idle(mnc2_device_t dev);
int mnc2_wait_idma_idle(mnc2_device_t dev);
int mnc2_get_ddma_stat(mnc2_device_t dev, mnc2_ddma_stat_t *out);
int mnc2_get_idma_stat(mnc2_device_t dev, mnc2_idma_stat_t *out);

/* Limits of waits, which have no effect here; `set` returns the former one. */
int mnc2_get_ddma_kick_verify_max(mnc2_device_t dev);
int mnc2_set_ddma_kick_verify_max(mnc2_device_t dev, int cnt);
int mnc2_get_ddma_complete_max(mnc2_device_t dev);
int mnc2_set_ddma_complete_max(mnc2_device_t dev, int cnt);
int mnc2_get_idma_kick_verify_max(mnc2_device_t dev);
int mnc2_set_idma_kick_verify_max(mnc2_device_t dev, int cnt);
int mnc2_get_idma_complete_max(mnc2_device_t dev);
int mnc2_set_idma_complete_max(mnc2_device_t dev, int cnt);

/* Registers of the board, which an emulator does not have: MNC2_ERROR_DEVICE. */
int mnc2_read_pio(mnc2_device_t dev, uint64_t addr, uint64_t *val_out);
int mnc2_write_pio(mnc2_device_t dev, uint64_t addr, uint64_t val);

#ifdef __cplusplus
}
#endif

#endif
